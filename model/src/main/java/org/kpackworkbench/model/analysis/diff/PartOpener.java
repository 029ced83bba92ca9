package org.kpackworkbench.model.analysis.diff;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.job.Progress;

/** Opens the comparison of parts, whatever they are. */
public interface PartOpener {
  /**
   * Opens one by the parts' content.
   *
   * @param parts at least two
   * @param resources what ends with the comparison
   */
  Comparison open(List<Side> parts, Resources resources, Progress progress) throws IOException;

  /** What ends with such a comparison; what it may unpack is what the outer one may. */
  Resources resources();
}
