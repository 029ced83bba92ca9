package org.kpackworkbench.model.format.codeobject;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelLocation;
import org.kpackworkbench.model.format.elf.ElfClaims;

/**
 * Claims of a code object on its bytes: those of any ELF file, and inside them its metadata and
 * each kernel's code and descriptor.
 */
public final class CodeObjectClaims {
  private static final int MOST_KERNELS = 100_000;

  private final CodeObject codeObject;
  private final Place parent;
  private final String target;
  private final List<Claim> claims = new ArrayList<>();

  private CodeObjectClaims(CodeObject codeObject, Place parent) throws FormatException {
    this.codeObject = codeObject;
    this.parent = parent;
    this.target = codeObject.target().toString();
  }

  /**
   * Lists the claims; ranges count in the file, or the unpacked bytes, that the code object is a
   * part of. Reads the metadata.
   *
   * @param parent the place of the code object
   */
  public static List<Claim> of(CodeObject codeObject, Place parent) throws FormatException {
    CodeObjectClaims all = new CodeObjectClaims(codeObject, parent);
    all.claims.addAll(ElfClaims.of(codeObject.elf(), parent, all.target));
    all.metadata();
    for (Kernel kernel : codeObject.kernels()) {
      if (kernel.index() == MOST_KERNELS) {
        break;
      }
      all.kernel(kernel);
    }
    return List.copyOf(all.claims);
  }

  private void metadata() throws FormatException {
    for (ByteRange range : codeObject.metadata().ranges()) {
      if (!range.isEmpty()) {
        claim(range, OwnerKind.METADATA, "code object metadata", null, null);
      }
    }
  }

  private void kernel(Kernel kernel) throws FormatException {
    KernelLocation location = codeObject.locate(kernel);
    Place.Kernel place = codeObject.placeOf(kernel, parent);
    String name = kernel.shortName();
    if (location.descriptor() != null) {
      claim(location.descriptor(), OwnerKind.METADATA, "descriptor of " + name, place, null);
    }
    if (location.code() != null && !location.code().isEmpty()) {
      claim(location.code(), OwnerKind.DEVICE_CODE, name, place, target);
    }
  }

  private void claim(
      ByteRange range,
      OwnerKind kind,
      String label,
      @Nullable Place place,
      @Nullable String ofTarget) {
    ByteRange inFile = codeObject.inFile(range);
    Place leadsTo = place != null ? place : new Place.Part(parent, label, inFile);
    claims.add(new Claim(inFile, kind, label, leadsTo, ofTarget));
  }
}
