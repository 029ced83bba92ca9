package org.kpackworkbench.views.operation.forms;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.job.Jobs;

/**
 * A form whose request is run as a job, and whose result is a {@link FormReport}. UI thread only.
 *
 * @param <R> the request of the form
 */
abstract class JobModel<R> extends FormModel<R> {
  JobModel(Operation<R> operation, Background background) {
    super(operation, background);
  }

  /** The heading above the fields. */
  abstract String heading();

  /** Returns what a request does. */
  abstract Task task(R request);

  /**
   * The work of a request.
   *
   * @param title the job's title
   * @param watched the artifacts that are shown while it runs; null for none
   */
  record Task(String title, Jobs.Work<FormReport> work, @Nullable Watched watched) {
    Task(String title, Jobs.Work<FormReport> work) {
      this(title, work, null);
    }
  }

  /** Artifacts that a job works on, with the title of their dialog. */
  record Watched(String title, ArtifactStates states) {}
}
