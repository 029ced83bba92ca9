package org.kpackworkbench.model.analysis.resolve.process;

import java.util.List;

/**
 * A process in a list. Immutable.
 *
 * @param pid its number
 * @param command its command line, arguments between spaces
 * @param files the files that it has mapped
 */
public record ProcessEntry(long pid, String command, List<MappedBinary> files) {
  public ProcessEntry {
    files = List.copyOf(files);
  }
}
