/**
 * The findings of the last verification, in the dock below the views.
 *
 * <p>{@link org.kpackworkbench.views.analysis.findings.FindingsPane} lists what readers reported
 * and, after {@link org.kpackworkbench.views.analysis.findings.VerifyAction}, what verification
 * found.
 */
package org.kpackworkbench.views.analysis.findings;
