/**
 * The main window: what is where, and how its parts are kept in step.
 *
 * <pre>
 * ┌ menus ───────────────────────────────────────────────┐  TopBars
 * │ ← →  file › wrapper 0 › gfx90a          [ find ]      │  kit.place.Breadcrumb, FindField
 * ├──────────────┬───────────────────────────┬────────────┤  WorkbenchLayout, SidePanel
 * │ workspace    │ one tab per file or page  │ inspector  │  WorkspaceTree, FileTabs
 * │              │ inner tabs of views       │            │  FileTab, ViewTabs, WelcomePage
 * │              ├───────────────────────────┴────────────┤
 * │              │ bytes                                  │
 * ├──────────────┴────────────────────────────────────────┤
 * │ panel of findings, search or jobs, when opened        │  Dock
 * │ Findings  Search  Jobs (1) ▓▓▓░░                      │
 * │ offset  address  length  owner                   sums │  StatusBar
 * └───────────────────────────────────────────────────────┘
 * </pre>
 *
 * <table>
 * <caption>Who does what</caption>
 * <tr><td>put together</td><td>{@link org.kpackworkbench.views.window.shell.Workbench} makes the
 *     content from {@link org.kpackworkbench.views.window.shell.WorkbenchParts}; {@link
 *     org.kpackworkbench.views.window.shell.WorkbenchWindow} puts it into a stage</td></tr>
 * <tr><td>open files</td><td>{@link org.kpackworkbench.views.window.shell.OpenFiles} loads and
 *     closes them, a {@link org.kpackworkbench.views.window.shell.FileSession} each; {@code Edits}
 *     saves them; {@code OpenPages} holds the tabs that are not a file</td></tr>
 * <tr><td>actions</td><td>{@code WorkbenchActions}, {@code HelpActions}, {@code
 *     TourActions}</td></tr>
 * <tr><td>remembered</td><td>{@link org.kpackworkbench.views.window.shell.ShellSettings} over a
 *     {@link org.kpackworkbench.views.window.shell.ShellState}</td></tr>
 * <tr><td>messages</td><td>{@code Notices} in the corner; {@link
 *     org.kpackworkbench.views.window.shell.WindowTrail} for reports of crashes</td></tr>
 * </table>
 *
 * <p>How to add a view: see {@code org.kpackworkbench.views.spi}.
 */
package org.kpackworkbench.views.window.shell;
