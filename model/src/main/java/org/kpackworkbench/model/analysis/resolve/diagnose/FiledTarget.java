package org.kpackworkbench.model.analysis.resolve.diagnose;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** The target that code of an archive is for, where that is not the one that it is filed under. */
final class FiledTarget {
  private FiledTarget() {}

  /**
   * Returns what a row states to be for a device, in a clause; null if it states nothing else than
   * the target that it is filed under.
   *
   * @param runs all targets whose code the device runs
   */
  static @Nullable String stated(KpackArchive archive, int row, Set<GpuTarget> runs)
      throws FormatException {
    GpuTarget filed = archive.entry(row).target();
    if (archive.problem(row).isPresent()) {
      return null;
    }
    if (archive.metadata(row).get(BundleOrigin.TARGET_KEY) instanceof MsgValue.Text(String text)
        && isOther(filed, GpuTarget.lenient(text), runs)) {
      return "its metadata states " + GpuTarget.lenient(text);
    }
    try {
      GpuTarget flags = CodeObject.of(ElfFile.read(archive.load(row))).target();
      return isOther(filed, flags, runs) ? "its flags state " + flags : null;
    } catch (FormatException noCodeObject) {
      noCodeObject.throwIfFileChanged();
      return null;
    }
  }

  private static boolean isOther(GpuTarget filed, GpuTarget stated, Set<GpuTarget> runs) {
    return !stated.equals(filed) && runs.contains(stated);
  }
}
