/**
 * Why several findings are there: what has one cause is one group, with a sentence that says it.
 *
 * <p>{@link org.kpackworkbench.model.analysis.verify.cause.FindingGrouping} puts findings in
 * groups, the worst first. The window, text, HTML, Markdown and SARIF show the same groups in the
 * same order.
 */
package org.kpackworkbench.model.analysis.verify.cause;
