package org.kpackworkbench.model.operation.split;

import java.nio.file.attribute.FileTime;
import java.util.List;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.operation.archives.TargetFilter;

/**
 * A binary with device code that becomes host-only.
 *
 * @param source where it is
 * @param rows all of its code objects
 * @param codeSizeBytes size of those that are kept, shared ones once
 * @param hostOnlySizeBytes size that it will have, or a little more
 * @param modified its time
 */
record FatBinaryItem(
    SourceItem source,
    List<DeviceCodeRow> rows,
    long codeSizeBytes,
    long hostOnlySizeBytes,
    FileTime modified) {
  FatBinaryItem {
    rows = List.copyOf(rows);
  }

  /** The code objects that a filter keeps. */
  List<DeviceCodeRow> kept(TargetFilter filter) {
    return rows.stream().filter(row -> filter.keeps(row.target())).toList();
  }
}
