package org.kpackworkbench.model.format.codeobject;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.CodeObjectFlags.CodeObjectVersion;
import org.kpackworkbench.model.format.codeobject.TargetMismatch.TargetCheck;

/**
 * Target that the ELF header of a code object states: enough to see that it is filed under another
 * one, without unpacking the rest.
 *
 * @param flags the header's flags, decoded
 */
public record HeaderTarget(CodeObjectFlags flags) {
  /** How many bytes of a code object have to be there: an ELF header. */
  public static final int SIZE_BYTES = 64;

  private static final int ABI_VERSION_OFFSET = 8;
  private static final int FLAGS_OFFSET = 48;

  /**
   * Reads the beginning of a code object.
   *
   * @param beginning its first {@link #SIZE_BYTES} bytes, or more
   * @return null if this is no code object, or a V2 one that names its processor in a note
   */
  public static @Nullable HeaderTarget of(ByteView beginning) throws FormatException {
    if (beginning.size() < SIZE_BYTES || !CodeObject.isCodeObject(beginning)) {
      return null;
    }
    CodeObjectFlags flags =
        CodeObjectFlags.decode(
            beginning.u32(FLAGS_OFFSET),
            CodeObjectVersion.ofAbi(beginning.u8(ABI_VERSION_OFFSET)),
            ProcessorTable.standard());
    return flags.processor().number() == 0 ? null : new HeaderTarget(flags);
  }

  /** The target that the flags state; for an unknown processor with {@code 0xNN} as its name. */
  public GpuTarget target() {
    return flags.target();
  }

  /** In what the flags disagree with the target that the code object is filed under. */
  public List<TargetMismatch> mismatches(GpuTarget filed) {
    return TargetCheck.check(flags, null, filed);
  }
}
