package org.kpackworkbench.model.format.codeobject;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.elf.ElfPlaceFinder;
import org.kpackworkbench.model.format.elf.ElfPlaces;
import org.kpackworkbench.model.format.registry.Claims;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileInfo;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Lazy;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.PlaceSyntax;
import org.kpackworkbench.model.format.registry.PlaceSyntaxException;

/** An open code object: a file of its own, or one from inside another file. */
public final class CodeObjectDocument implements Document {
  private final OpenSource source;
  private final CodeObject code;
  private final Lazy<Ownership> ownership;

  CodeObjectDocument(OpenSource source) throws FormatException {
    this.source = source;
    this.code = CodeObject.read(source.bytes());
    this.ownership =
        new Lazy<>(
            () ->
                Claims.orProblem(
                    source.bytes(),
                    source.place(),
                    () -> Claims.map(source.bytes(), CodeObjectClaims.of(code, source.place()))));
  }

  /** The code object. */
  public CodeObject code() {
    return code;
  }

  @Override
  public Place place() {
    return source.place();
  }

  @Override
  public Format format() {
    return CodeObjectFormat.FORMAT;
  }

  @Override
  public ByteView bytes() {
    return source.bytes();
  }

  @Override
  public Ownership ownership() {
    return ownership.get();
  }

  @Override
  public List<FormatException> problems() {
    return code.elf().problems();
  }

  /** Itself, as the only row; so that it can be listed and extracted as those of archives are. */
  @Override
  public CodeObjects codeObjects() {
    return new SingleCodeObject(source.place(), code);
  }

  /** Kernels are directly below a file that is a code object. */
  @Override
  public Place inside(CodeObjectRow codeObject) {
    return place();
  }

  @Override
  public void close() {
    source.close();
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
        format(),
        format().groups().getFirst(),
        "code object for " + target,
        List.of(new FileSummary.TargetBytes(target, 1, bytes().size())),
        target);
  }
}
