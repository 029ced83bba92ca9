/**
 * Work that is not done on the UI thread.
 *
 * <p>{@link org.kpackworkbench.views.kit.job.Background} is the one way there and back: quick work
 * whose result is shown when it arrives ({@code Latest} where only the newest request counts).
 * {@link org.kpackworkbench.views.kit.job.Jobs} is for long work that has a title, a progress bar
 * and a cancel button:
 *
 * <pre>{@code
 * context.jobs().start(
 *     "Extract 12 code objects",
 *     progress -> Extraction.run(request, progress),
 *     report -> JobOutcome.done("Wrote " + report.count() + " files").wrote(folder));
 * }</pre>
 */
package org.kpackworkbench.views.kit.job;
