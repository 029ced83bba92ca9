package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.format.registry.FileInfo;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.SourceDocument;

/** A package as one file: its own description, and the size of its content. */
public final class PackageDocument extends SourceDocument {
  private final PackageFile file;

  private PackageDocument(OpenSource source, PackageFormat format, PackageFile file) {
    super(source, format);
    this.file = file;
  }

  static PackageDocument open(OpenSource source, PackageFormat format, Path path, Opening opening)
      throws FormatException {
    try {
      PackageFile file =
          PackageFile.open(path, opening.budget(), opening.progress())
              .orElseThrow(() -> new NoSuchFileException(path.toString()));
      return new PackageDocument(source, format, file);
    } catch (FormatException known) {
      throw known;
    } catch (IOException failure) {
      throw FormatException.at(source.bytes(), 0, format.words(), "", Reason.FILE_CHANGED)
          .expected("the file as it was opened")
          .found(String.valueOf(failure.getMessage()))
          .cause(failure)
          .build();
    }
  }

  @Override
  public Optional<String> refusesCodeObjects() {
    return Optional.of("it contains files, which are examined separately");
  }

  @Override
  public List<FormatException> problems() {
    return List.of();
  }

  @Override
  public FileSummary summary() {
    PackageFacts facts = file.facts();
    String words =
        facts.name().isEmpty()
            ? format().words()
            : "%s %s %s".formatted(format().words(), facts.name(), facts.version());
    return new FileSummary(format(), FileSummary.Group.PACKED, words);
  }

  /** The package's own description, and the number and size of its files. */
  @Override
  public FileInfo info(boolean checksums, Progress progress) throws IOException {
    return report -> {
      PackageFacts facts = file.facts();
      List<Member> members = file.tree().members();
      List<Member> files =
          members.stream().filter(member -> member.kind() == Member.Kind.FILE).toList();
      Wheel.Name name = Wheel.of(file).name();
      report
          .facts()
          .text("name", facts.name())
          .text("version", facts.version())
          .text("architecture", facts.architecture())
          .number("members", members.size())
          .number("fileCount", files.size())
          .number("unpackedSize", files.stream().mapToLong(Member::sizeBytes).sum())
          .text("variant", name == null ? "" : name.variant())
          .text("signed", facts.signed())
          .texts("requires", facts.requires())
          .texts("provides", facts.provides())
          .texts("extras", facts.extras());
      report.values(
          "name",
          "version",
          "architecture",
          "file count as files",
          "unpackedSize",
          "variant",
          "signed",
          "requires",
          "provides",
          "extras");
    };
  }
}
