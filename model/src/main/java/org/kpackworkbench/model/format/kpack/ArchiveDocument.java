package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.kpack.KpackArchive.TargetSum;
import org.kpackworkbench.model.format.registry.Claims;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileInfo;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Lazy;
import org.kpackworkbench.model.format.registry.OpenSource;

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
  public String groupName() {
    return archive.groupName();
  }

  @Override
  public Place place() {
    return source.place();
  }

  @Override
  public Format format() {
    return KpackFormat.FORMAT;
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

  @Override
  public FileInfo info(boolean checksums, Progress progress) throws IOException {
    return KpackInfo.of(this, progress);
  }

  @Override
  public FileSummary summary() {
    List<FileSummary.TargetBytes> targets = new ArrayList<>();
    for (TargetSum sum : archive.targetSums()) {
      targets.add(
          new FileSummary.TargetBytes(sum.target(), sum.entries(), sum.originalSizeBytes()));
    }
    String whose =
        targets.stream()
            .map(each -> each.target().toString())
            .distinct()
            .collect(Collectors.joining(", "));
    int count = archive.entryCount();
    String words =
        "%sarchive%s, %s"
            .formatted(
                archive.problems().isEmpty() ? "" : "damaged ",
                whose.isEmpty() ? "" : " for " + whose,
                CountText.of(count, "code object"));
    return new FileSummary(format(), KpackFormat.GROUP, words, targets, null);
  }
}
