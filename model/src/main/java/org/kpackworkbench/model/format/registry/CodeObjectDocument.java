package org.kpackworkbench.model.format.registry;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.CodeObjectClaims;
import org.kpackworkbench.model.format.codeobject.SingleCodeObject;

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
    return Format.CODE_OBJECT;
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

  @Override
  public void close() {
    source.close();
  }
}
