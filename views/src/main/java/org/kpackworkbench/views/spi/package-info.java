/**
 * How to add something to the window.
 *
 * <table>
 * <caption>Extension points</caption>
 * <tr><th>to add</th><th>implement</th></tr>
 * <tr><td>inner tabs for a kind of document</td>
 *     <td>{@link org.kpackworkbench.views.spi.DocumentViewFactory} and {@link
 *     org.kpackworkbench.views.spi.DocumentView}</td></tr>
 * <tr><td>a view in which the file can be changed</td>
 *     <td>{@link org.kpackworkbench.views.spi.EditingView}</td></tr>
 * <tr><td>a tab that is not one file: a comparison, a pasted log, a process</td>
 *     <td>{@link org.kpackworkbench.views.spi.Page}, shown by {@code
 *     context.pages().show(id, make)}, mostly from {@link
 *     org.kpackworkbench.views.spi.WindowActions}</td></tr>
 * <tr><td>rows below a file in the workspace tree</td>
 *     <td>{@link org.kpackworkbench.views.spi.WorkspaceNodeProvider}</td></tr>
 * <tr><td>the hex view, the inspector, the findings</td>
 *     <td>{@link org.kpackworkbench.views.spi.FollowingPane}</td></tr>
 * <tr><td>things that find/go-to finds</td>
 *     <td>{@link org.kpackworkbench.views.spi.PlaceFinder}</td></tr>
 * <tr><td>actions on the current place, wherever the focus is</td>
 *     <td>{@link org.kpackworkbench.views.spi.WindowActions}</td></tr>
 * <tr><td>a command of the user</td>
 *     <td>a constant in {@link org.kpackworkbench.views.kit.action.ActionId}, and an {@link
 *     org.kpackworkbench.views.kit.action.ActionHandlers} attached to the view's node</td></tr>
 * </table>
 *
 * <p>What is implemented is listed in the parts of the window, which the program fills. A view of
 * sections, say:
 *
 * <pre>{@code
 * public final class ElfViews {
 *   public static FormatRoom room() {
 *     return FormatRoom.of(ElfFormat.FORMAT, KpackIcon.ELF_LIBRARY)
 *         .views(ElfDocument.class, ElfViews::create);
 *   }
 *
 *   private static List<DocumentView> create(
 *       ElfDocument elf, OpenedFile file, ViewContext context) {
 *     return List.of(new SectionsView(elf, context), new WrappersView(elf, context));
 *   }
 * }
 * }</pre>
 *
 * <p>A page is made when it is first requested, and shown once: showing it again activates it. It
 * is no document, so it says itself what it is called, what its actions do, and when it is done:
 *
 * <pre>{@code
 * public final class LogPages implements WindowActions {
 *   public void install(ActionHandlers window, ViewContext context,
 *       ObservableValue<@Nullable OpenedFile> file) {
 *     window.on(ActionId.PASTE_LOG,
 *         () -> context.pages().show("log", () -> new LogPage(context)));
 *   }
 * }
 *
 * final class LogPage implements Page {
 *   LogPage(ViewContext context) {
 *     new ActionHandlers().on(ActionId.RELOAD, this::readAgain).attachTo(node);
 *   }
 *   ...
 * }
 * }</pre>
 *
 * <p>What has to be known at the next start goes through {@code context.remembered()}.
 *
 * <p>The rules of the road: a view reports what the user selects through {@link
 * org.kpackworkbench.views.spi.DocumentView#selection} and shows a place through {@code show}; a
 * link calls {@code context.navigator().go(place)}; anything that reads bytes runs through {@code
 * context.background()} or {@code context.jobs()}; {@code context.export()} takes code objects out
 * of a file.
 */
package org.kpackworkbench.views.spi;
