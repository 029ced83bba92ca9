/**
 * The window's frame: what stands where, and how the parts are kept in step.
 *
 * <pre>
 * ┌ menus ───────────────────────────────────────────────┐
 * │ ← →  file › wrapper 0 › gfx90a          [ find ]      │  MainToolBar, Breadcrumb
 * ├──────────────┬───────────────────────────┬────────────┤
 * │ workspace    │ one tab per file or page  │ inspector  │  WorkspaceTree, FileTabs
 * │              │ inner tabs of views       │            │  FileTab, PageTab, ViewTabs
 * │              ├───────────────────────────┴────────────┤
 * │              │ bytes                                  │
 * ├──────────────┴────────────────────────────────────────┤
 * │ panel of findings or jobs, when opened                │  Dock
 * │ Findings  Jobs (1) ▓▓▓░░                              │
 * │ offset  address  length  owner                   sums │  StatusBar
 * └───────────────────────────────────────────────────────┘
 * </pre>
 *
 * <p>{@link org.kpackworkbench.views.window.shell.Workbench} puts them together from {@link
 * org.kpackworkbench.views.window.shell.WorkbenchParts}; {@link
 * org.kpackworkbench.views.window.shell.WorkbenchWindow} puts that into a stage. How to add a view
 * stands in {@code org.kpackworkbench.views.extend}.
 */
package org.kpackworkbench.views.window.shell;
