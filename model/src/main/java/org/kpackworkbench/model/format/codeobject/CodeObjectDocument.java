package org.kpackworkbench.model.format.codeobject;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.elf.ElfPlaceFinder;
import org.kpackworkbench.model.format.elf.ElfPlaces;
import org.kpackworkbench.model.format.registry.Claims;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.FileInfo;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.PlaceSyntax;
import org.kpackworkbench.model.format.registry.PlaceSyntaxException;
import org.kpackworkbench.model.format.registry.SourceDocument;

/** An open code object: a file of its own, or one from inside another file. */
public final class CodeObjectDocument extends SourceDocument {
  private final CodeObject code;

  CodeObjectDocument(OpenSource source) throws FormatException {
    super(source, CodeObjectFormat.FORMAT);
    this.code = CodeObject.read(source.bytes());
  }

  /** The code object. */
  public CodeObject code() {
    return code;
  }

  @Override
  protected Ownership owners() throws FormatException {
    return Claims.map(bytes(), CodeObjectClaims.of(code, place()));
  }

  @Override
  public List<FormatException> problems() {
    return code.elf().problems();
  }

  /** Itself, as the only row; so that it can be listed and extracted as those of archives are. */
  @Override
  public CodeObjects codeObjects() {
    return new SingleCodeObject(place(), code);
  }

  /** Kernels are directly below a file that is a code object. */
  @Override
  public Place inside(CodeObjectRow codeObject) {
    return place();
  }

  @Override
  public FileInfo info(boolean checksums, Progress progress) throws IOException {
    return new CodeObjectInfo(this);
  }

  @Override
  public Optional<Place> place(String form, String name, PlaceSyntax syntax)
      throws PlaceSyntaxException, IOException {
    if (!form.equals("kernel")) {
      return new ElfPlaceFinder(syntax, new ElfPlaces(code.elf(), place())).find(form, name);
    }
    for (Kernel kernel : code.kernels()) {
      if (name.equals(kernel.name())
          || name.equals(kernel.codeSymbol())
          || name.equals(kernel.demangledName())
          || name.equals(kernel.shortName())) {
        return Optional.of(code.placeOf(kernel, place()));
      }
    }
    throw syntax.none("kernel", code.kernels().stream().map(Kernel::shortName));
  }

  @Override
  public FileSummary summary() throws FormatException {
    GpuTarget target = code.target();
    return new FileSummary(
        format(), format().groups().getFirst(), "code object for " + target, target);
  }

  /** A code object that is a document of its own, as a list of one. */
  private record SingleCodeObject(Place where, CodeObject code) implements CodeObjects {
    @Override
    public int size() {
      return 1;
    }

    @Override
    public CodeObjectRow row(int row) throws FormatException {
      Objects.checkIndex(row, 1);
      ByteView bytes = code.view();
      GpuTarget target = code.target();
      return new CodeObjectRow(
          0,
          where.label(),
          0,
          target.toString(),
          target,
          "hsaco",
          -1,
          bytes.size(),
          bytes.size(),
          place(target),
          null);
    }

    @Override
    public Map<String, MsgValue> metadata(int row) {
      String name = where.label();
      int dot = name.lastIndexOf('.');
      return NamedFacts.of(dot < 0 ? name : name.substring(0, dot));
    }

    private Place.CodeObject place(GpuTarget target) {
      ByteRange range = new ByteRange(code.view().fileOffset(0), code.view().size());
      return new Place.CodeObject(where, where.label(), 0, target.toString(), range, false);
    }

    @Override
    public OptionalInt rowOf(Place.CodeObject place) {
      return place.parent().equals(where) ? OptionalInt.of(0) : OptionalInt.empty();
    }

    @Override
    public ByteView load(int row, Progress progress) {
      Objects.checkIndex(row, 1);
      return code.view();
    }
  }
}
