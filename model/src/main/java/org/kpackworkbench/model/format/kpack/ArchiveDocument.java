package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.FileInfo;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.SourceDocument;

/** An open {@code .kpack} archive. */
public final class ArchiveDocument extends SourceDocument {
  private final KpackArchive archive;

  ArchiveDocument(OpenSource source, Opening opening) throws FormatException {
    super(source, KpackFormat.FORMAT);
    this.archive = KpackArchive.read(source.bytes(), source.place(), opening.budget());
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
  protected Ownership owners() throws FormatException {
    return ArchiveClaims.of(archive, Progress.NONE);
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
  public FileInfo info(boolean checksums, Progress progress) throws IOException {
    return KpackInfo.of(this, progress);
  }

  @Override
  public FileSummary summary() {
    String whose =
        archive.targetSums().stream()
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
    FileSummary.Group group =
        archive.problems().isEmpty() ? KpackFormat.GROUP : KpackFormat.DAMAGED;
    return new FileSummary(format(), group, words);
  }
}
