package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import java.nio.file.Path;

/** Writes a file that breaks one rule; answers with what is to be verified. */
@FunctionalInterface
interface Breaks {
  Path in(Path folder) throws IOException;
}
