package org.kpackworkbench.model.format.codeobject;

import java.util.List;
import java.util.OptionalInt;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfMachine;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.ReadFormat;

/** GPU code objects: ELF files for the AMD GPU machine. */
public final class CodeObjectFormat extends ReadFormat {
  /** The only instance. */
  public static final CodeObjectFormat FORMAT = new CodeObjectFormat();

  private CodeObjectFormat() {
    super("code-object", "GPU code object", "a code object");
  }

  @Override
  public boolean isDeviceCode() {
    return true;
  }

  @Override
  public Likeness likeness(Head head) throws FormatException {
    OptionalInt machine = ElfFile.machine(head);
    return machine.isPresent() && machine.getAsInt() == ElfMachine.AMDGPU
        ? Likeness.SURE
        : Likeness.NONE;
  }

  @Override
  public Document open(OpenSource source, Opening opening) throws FormatException {
    return new CodeObjectDocument(source);
  }

  @Override
  public List<FileSummary.Group> groups() {
    return List.of(new FileSummary.Group("code object", "code objects", OwnerKind.DEVICE_CODE));
  }
}
