/**
 * Progress and cancellation of long work, without a screen.
 *
 * <p>An operation takes a {@link org.kpackworkbench.model.base.job.Progress}, tells it what it
 * does, and asks it at least every 128 KiB whether to go on. The window draws it, the command line
 * prints it, tests pass {@link org.kpackworkbench.model.base.job.Progress#NONE}.
 *
 * {@snippet class="tour.Snippets" region="progress"}
 */
package org.kpackworkbench.model.base.job;
