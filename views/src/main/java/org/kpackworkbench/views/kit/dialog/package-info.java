/** Choosers, questions and error panes; all behind interfaces, so that tests can answer. */
package org.kpackworkbench.views.kit.dialog;
