package org.kpackworkbench.model.format.registry;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpack.ArchiveClaims;
import org.kpackworkbench.model.format.kpack.ArchiveCodeObjects;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** An open {@code .kpack} archive. */
public final class ArchiveDocument implements Document {
  private final OpenSource source;
  private final KpackArchive archive;
  private final Lazy<Ownership> ownership;

  ArchiveDocument(OpenSource source) throws FormatException {
    this.source = source;
    this.archive = KpackArchive.read(source.bytes(), source.place());
    this.ownership =
        new Lazy<>(
            () ->
                Claims.orProblem(
                    source.bytes(),
                    source.place(),
                    () -> ArchiveClaims.of(archive, Progress.NONE)));
  }

  /** The archive. */
  public KpackArchive archive() {
    return archive;
  }

  @Override
  public Place place() {
    return source.place();
  }

  @Override
  public Format format() {
    return Format.KPACK;
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
    return archive.problems();
  }

  @Override
  public CodeObjects codeObjects() {
    return new ArchiveCodeObjects(archive);
  }

  @Override
  public void close() {
    source.close();
  }
}
