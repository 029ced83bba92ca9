package org.kpackworkbench.model.analysis.resolve.simulate;

import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import org.kpackworkbench.model.base.msgpack.MsgBytes;
import org.kpackworkbench.model.base.msgpack.MsgBytes.Pairs;

/** Manifests for tests of loaders. */
final class Manifests {
  private Manifests() {}

  /** One that lists targets, each with its file. */
  static byte[] listing(String... targetsAndFiles) {
    Pairs files = map();
    for (int i = 0; i < targetsAndFiles.length; i += 2) {
      files.put(
          targetsAndFiles[i], map("file", targetsAndFiles[i + 1], "size", 1, "kernel_count", 1));
    }
    return MsgBytes.pack(
        map("format_version", 1, "component_name", "t", "prefix", "p", "kpack_files", files));
  }
}
