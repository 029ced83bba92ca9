/**
 * Progress and cancellation of long work, without a screen.
 *
 * <p>An operation takes a {@link org.kpackworkbench.model.base.job.Progress}, reports its steps to
 * it, and checks it for cancellation at least every 64 KiB, or every 8 MiB that the system copies.
 * The window draws it, the command line prints it, tests pass {@link
 * org.kpackworkbench.model.base.job.Progress#NONE}.
 *
 * {@snippet class="tour.Snippets" region="progress"}
 */
package org.kpackworkbench.model.base.job;
