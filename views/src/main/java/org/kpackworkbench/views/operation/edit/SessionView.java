package org.kpackworkbench.views.operation.edit;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.operation.edit.Edit;
import org.kpackworkbench.model.operation.edit.EditedDocument;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.view.BuiltView;
import org.kpackworkbench.views.spi.Closeness;
import org.kpackworkbench.views.spi.EditingView;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * A view of a document that is edited in an {@link EditSession}: what the window needs from it. The
 * node is built, and the file read, when it is first examined. UI thread.
 *
 * @param <E> the document's edits
 * @param <D> the document
 * @param <S> what is shown of it
 */
public abstract class SessionView<E extends Edit, D extends EditedDocument<E>, S> extends BuiltView
    implements EditingView {
  private final EditSession<E, D, S> session;
  private final EditNotices<E, D, S> notices;
  private final ViewContext context;
  private final BorderPane root = Controls.named(new BorderPane(), "edit");
  private final VBox top = new VBox();
  private final Map<ActionId, EditTool> tools = new LinkedHashMap<>();
  private Subscription subscriptions = Subscription.EMPTY;
  private Subscription requests = Subscription.EMPTY;

  /** A view of a session; looks for edits that a crash left behind. */
  protected SessionView(EditSession<E, D, S> session, ViewContext context) {
    super("edit", "Edit");
    this.session = session;
    this.notices = new EditNotices<>(session, context);
    this.context = context;
  }

  private void requested(Object wanted) {
    Class<E> edits = session.kind().edits();
    if (edits.isInstance(wanted)) {
      session.apply(edits.cast(wanted));
    } else if (wanted instanceof ActionId id && tools.get(id) instanceof EditTool tool) {
      session.read(document -> {}, why -> tool.run().run());
    }
  }

  /** Adds an action of the editor, for its handlers, its buttons and requests from elsewhere. */
  protected final void tool(ActionId id, ObservableValue<Boolean> enabled, Runnable run) {
    tools.put(id, new EditTool(enabled, run));
  }

  /** Where it is edited. */
  protected final EditSession<E, D, S> session() {
    return session;
  }

  /** Builds what is edited; handlers are attached to {@link #root}. */
  protected abstract Node edited();

  /** Shows a state of the document; null while there is none. */
  protected abstract void show(@Nullable S now);

  /** Shows that the document cannot be edited at all; the reason is said above. */
  protected abstract void refused(Throwable why);

  @Override
  protected final Node build() {
    HistoryPane history = new HistoryPane(session);
    root.setTop(top);
    root.setCenter(history.beside(edited(), root));
    subscriptions =
        Subscription.combine(
            session.shownProperty().subscribe(this::show),
            session.failureProperty().subscribe(this::failed),
            session.refusalProperty().subscribe(this::refusedOrNot),
            history::end);
    return root;
  }

  private void refusedOrNot(@Nullable Throwable why) {
    failed(why);
    if (why != null) {
      refused(why);
    }
  }

  /** Shows what failed, or nothing. */
  protected void failed(@Nullable Throwable failure) {
    top.getChildren().removeIf(MessageBar.class::isInstance);
    if (failure != null && !(failure instanceof CancellationException)) {
      say(words(failure));
    }
  }

  /** Shows a sentence above what is edited, instead of the one before. */
  protected void say(String what) {
    top.getChildren().removeIf(MessageBar.class::isInstance);
    top.getChildren().addFirst(new MessageBar(MessageBar.Severity.ERROR, what));
  }

  /** A failure in words. */
  protected String words(Throwable failure) {
    return ErrorText.of(failure).inOneLine();
  }

  /** The whole view. */
  protected final BorderPane root() {
    return root;
  }

  /** Bars and forms above what is edited. */
  protected final ObservableList<Node> top() {
    return top.getChildren();
  }

  /** A button for each thing that an editor can do. */
  protected final FlowPane buttons() {
    FlowPane line = Controls.styled(new FlowPane(), "button-flow");
    tools.forEach((id, tool) -> line.getChildren().add(tool.button(id)));
    return line;
  }

  @Override
  protected final void built() {
    session.open();
    requests = context.edits().editor(session::path, Object.class, this::requested);
  }

  /** Called when the view is not shown any more; the session is closed by this class. */
  protected void ended() {}

  /** Shows a bar above all views of the file, or none, instead of another one. */
  protected final void announce(@Nullable Node bar, @Nullable Node instead) {
    notices.say(bar, instead);
  }

  /** Handlers for what every editor can do, undo and redo, and for its tools. */
  protected final ActionHandlers editHandlers() {
    ActionHandlers handlers =
        new ActionHandlers()
            .named(
                ActionId.UNDO, session.historyProperty().map(EditHistory::undoText), session::undo)
            .named(
                ActionId.REDO, session.historyProperty().map(EditHistory::redoText), session::redo);
    tools.forEach((id, tool) -> handlers.on(id, tool.enabled(), tool.run()));
    return handlers;
  }

  @Override
  public boolean shows(Place place) {
    return EditPlace.target(place) != null;
  }

  @Override
  public final Closeness closeness(Place place) {
    return Closeness.INSIDE;
  }

  @Override
  public final ObservableValue<Boolean> unsaved() {
    return session.unsavedProperty();
  }

  @Override
  public final void draft(Consumer<? super Draft> ready) {
    session.draft(null, ready);
  }

  @Override
  public final boolean savesAs() {
    return true;
  }

  @Override
  public final void draftAs(Path target, Consumer<? super Draft> ready) {
    session.draft(target, ready);
  }

  @Override
  public final boolean readAgainWhenSaved() {
    return true;
  }

  @Override
  public final boolean keepsEdits() {
    return true;
  }

  @Override
  public final void keepEdits(Runnable kept) {
    session.keepEdits(
        result -> {
          notices.keptOrNot("The file was changed on disk.", result);
          kept.run();
        });
  }

  @Override
  public final void discard(Runnable done) {
    session.discard(done);
  }

  @Override
  public final ObservableList<Node> notices() {
    return notices.bars();
  }

  @Override
  public final void dispose() {
    ended();
    subscriptions.unsubscribe();
    requests.unsubscribe();
    notices.end();
    session.close();
  }
}
