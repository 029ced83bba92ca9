package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.members.Member;

/** Rule for the statements of a wheel in its name and in two files. */
final class WheelMetadataRule extends PackageRule {
  WheelMetadataRule() {
    super(PackageFormat.WHEEL, "wheel-metadata", "A wheel's name, METADATA and WHEEL agree.");
  }

  @Override
  void look(Whole subject, Sink sink) throws IOException {
    Wheel wheel = Wheel.of(subject.file());
    Wheel.Name name = wheel.name();
    if (name == null) {
      sink.error(
          subject.place(),
          "The file's name is not a valid wheel name.",
          "Installers use the name: give the file its original name.",
          Evidence.of(
              "NAME-VERSION[-BUILD]-PYTHON-ABI-PLATFORM.whl",
              String.valueOf(subject.file().path().getFileName())));
    }
    infoFolder(subject, wheel, sink);
    for (String file : List.of("METADATA", "WHEEL")) {
      if (wheel.text(file) == null) {
        sink.error(
            subject.place(),
            "There is no %s/%s.".formatted(wheel.infoFolder(), file),
            "Installers refuse such a wheel: pack it again.");
        return;
      }
    }
    PackageFacts facts = subject.file().facts();
    same(subject, "Name", name == null ? null : name.name(), facts.name(), true, sink);
    same(subject, "Version", name == null ? null : name.version(), facts.version(), false, sink);
    PackageFacts.Fields written =
        PackageFacts.Fields.of(Objects.requireNonNullElse(wheel.text("WHEEL"), ""));
    String version = written.first("wheel-version");
    if (!version.startsWith("1.")) {
      sink.error(
          at(subject, wheel.infoFolder() + "/WHEEL"),
          "Wheel-Version is not one that installers know.",
          "Pack the wheel again.",
          Evidence.of("1.0", version));
    }
    Set<String> tags = new TreeSet<>(written.all("tag"));
    if (name != null && !tags.equals(new TreeSet<>(name.tags()))) {
      sink.error(
          at(subject, wheel.infoFolder() + "/WHEEL"),
          "The tags differ from those in the file's name.",
          "Installers use the name: rename the file, or pack it again.",
          Evidence.of(String.join(", ", new TreeSet<>(name.tags())), String.join(", ", tags)));
    }
  }

  /** Installers look for one folder with the name of the wheel. */
  private static void infoFolder(Whole subject, Wheel wheel, Sink sink) {
    Set<String> folders = new TreeSet<>();
    for (Member member : subject.file().tree().members()) {
      int slash = member.path().indexOf('/');
      if (slash > 0 && member.path().startsWith(".dist-info", slash - ".dist-info".length())) {
        folders.add(member.path().substring(0, slash));
      }
    }
    Wheel.Name name = wheel.name();
    if (folders.size() > 1) {
      sink.error(
          subject.place(),
          "It has several folders with descriptions of a package.",
          "Installers refuse such a wheel: pack it again.",
          Evidence.of("one folder .dist-info", String.join(", ", folders)));
    } else if (name != null
        && !Wheel.normalized(wheel.infoFolder().replaceFirst("-[^-]*\\.dist-info$", ""))
            .equals(Wheel.normalized(name.name()))) {
      sink.error(
          subject.place(),
          "The folder with its description has another package's name.",
          "Installers refuse such a wheel: rename it, or pack it again.",
          Evidence.of(
              "%s-%s.dist-info".formatted(name.name(), name.version()), wheel.infoFolder()));
    }
  }

  private static void same(
      Whole subject,
      String field,
      @Nullable String named,
      String written,
      boolean isName,
      Sink sink) {
    boolean equal =
        named == null
            || (isName
                ? Wheel.normalized(named).equals(Wheel.normalized(written))
                : named.replace('_', '-').equals(written.replace('_', '-')));
    if (!equal) {
      sink.error(
          subject.place(),
          "%s in METADATA is not the one in the file's name.".formatted(field),
          "Installers refuse it: rename the file, or pack it again.",
          Evidence.of(Objects.requireNonNull(named), written));
    }
  }
}
