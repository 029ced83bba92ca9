/**
 * The forms that take device code out of binaries and put it back: make host-only, pack, restore.
 *
 * <p>Each is a {@link org.kpackworkbench.views.operation.forms.FormModel} without nodes and a pane
 * over it. While something is filled in, the model's own dry run says in the background what would
 * be written, and the same stands below as a command line. The work runs as a job; what came of it
 * is a {@link org.kpackworkbench.views.operation.forms.FormResult}, with the layouts before and
 * after beside each other.
 */
package org.kpackworkbench.views.operation.forms;
