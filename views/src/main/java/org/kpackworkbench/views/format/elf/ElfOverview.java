package org.kpackworkbench.views.format.elf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.elf.DynamicEntry;
import org.kpackworkbench.model.format.elf.DynamicEntry.DynamicTag;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfHeader;
import org.kpackworkbench.model.format.elf.ElfNote;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.model.format.host.HostDocument;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.FatSections;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.registry.FileSummary.TargetBytes;
import org.kpackworkbench.views.format.offload.Misfiled;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.kit.overview.Overview;
import org.kpackworkbench.views.kit.overview.Share;

/** Overview of a host binary. */
final class ElfOverview {
  private ElfOverview() {}

  /** Finds it out; looks into bundles and at every claim: background threads only. */
  static Overview of(ElfDocument document) throws IOException {
    ElfSubject subject = new ElfSubject(document.elf(), document.fat(), document.place());
    return of(document, ElfSentences.kind(document.elf()), ElfFacts.of(subject));
  }

  static Overview of(HostDocument document, String kind, List<Fact> facts) throws IOException {
    FatBinary fat = document.fat();
    List<TargetBytes> targets = TargetBytes.of(document.codeObjects());
    List<String> sentences = new ArrayList<>();
    sentences.add("%s is %s.".formatted(document.place().label(), kind));
    sentences.addAll(ElfSentences.deviceCode(fat, targets));
    List<String> warnings = new ArrayList<>(fat.diagnosis());
    warnings.addAll(Misfiled.sentences(document.codeObjects()));
    return new Overview(
        document.place().label(),
        ElfSentences.state(fat.state()),
        ElfSentences.well(fat.state()) && fat.diagnosis().isEmpty(),
        sentences,
        warnings,
        Share.of(document.ownership()),
        targets,
        facts,
        document.problems());
  }

  /** The key facts of an ELF file. */
  static final class ElfFacts {
    private static final int LONGEST_PATH = 4096;

    private final ElfSubject subject;
    private final ElfFile elf;
    private final List<Fact> facts = new ArrayList<>();

    private ElfFacts(ElfSubject subject) {
      this.subject = subject;
      this.elf = subject.elf();
    }

    static List<Fact> of(ElfSubject subject) throws FormatException {
      ElfFacts all = new ElfFacts(subject);
      all.header();
      all.dynamic();
      all.deviceCode();
      all.sizes();
      all.symbols();
      return List.copyOf(all.facts);
    }

    private void header() throws FormatException {
      add("Type", elf.header().typeName());
      add("Machine", "%s, %s".formatted(elf.header().machineName(), elf.header().osAbiName()));
      for (ElfNote note : elf.notes()) {
        if (note.isBuildId()) {
          int size = (int) Math.min(64, note.content().size());
          Place place =
              subject.places().part("build id", note.range().start(), note.range().length());
          facts.add(Fact.of("Build id", HexText.of(note.content().bytes(0, size)), place));
        }
      }
      for (ElfSegment segment : elf.segments()) {
        if (segment.type() == SegmentType.INTERP) {
          ByteView bytes =
              elf.view().slice(elf.rangeOf(segment).start(), elf.rangeOf(segment).length());
          String path = bytes.text(0, (int) Math.min(LONGEST_PATH, bytes.size()));
          add("Interpreter", path.replace("\0", ""));
        }
      }
    }

    private void dynamic() {
      texts(DynamicTag.SONAME, "Soname", ", ");
      texts(DynamicTag.NEEDED, "Needed", ", ");
      texts(DynamicTag.RPATH, "Rpath", ", ");
      texts(DynamicTag.RUNPATH, "Runpath", ", ");
    }

    private void texts(long tag, String name, String between) {
      String joined =
          elf.dynamic().stream()
              .filter(entry -> entry.tag() == tag)
              .map(DynamicEntry::text)
              .filter(java.util.Objects::nonNull)
              .collect(Collectors.joining(between));
      if (!joined.isEmpty()) {
        add(name, joined);
      }
    }

    private void deviceCode() {
      FatBinary fat = subject.fat();
      if (fat == null) {
        return;
      }
      for (ElfSection section : fat.elfSections()) {
        facts.add(
            Fact.of(
                section.label(),
                section.isNoBits()
                    ? "%s, zero-filled: it takes no room in the file"
                        .formatted(ElfNumbers.size(section.sizeBytes()))
                    : ElfNumbers.size(section.sizeBytes()),
                subject.places().section(section)));
      }
      ElfSection wrappers = elf.section(FatSections.WRAPPERS).orElse(null);
      if (wrappers != null) {
        String count = CountText.of(fat.wrappers().size(), "wrapper");
        facts.add(Fact.of(wrappers.label(), count, subject.places().section(wrappers)));
      }
      facts.addAll(ElfViews.markerFacts(fat, subject.place()));
    }

    private void sizes() {
      long size = elf.view().size();
      add("Size", "%s (%s)".formatted(SizeText.of(size), SizeText.exact(size)));
      long memory =
          elf.segments().stream()
              .filter(ElfSegment::isLoad)
              .mapToLong(segment -> Math.max(0, segment.memorySizeBytes()))
              .sum();
      if (memory > 0) {
        add("In memory", SizeText.of(memory));
      }
      facts.add(
          Fact.of(
              "Sections",
              Integer.toString(Math.max(0, elf.sections().size() - 1)),
              subject.sectionHeaders()));
      if (!elf.segments().isEmpty()) {
        facts.add(
            Fact.of("Segments", Integer.toString(elf.segments().size()), subject.programHeaders()));
      }
    }

    private void symbols() {
      boolean debug = elf.section(".debug_info").isPresent();
      boolean full = elf.staticSymbols().isPresent();
      add(
          "Stripped",
          debug
              ? "no: it has debug information"
              : full ? "of debug information; the symbol table is there" : "yes");
    }

    private void add(String name, String value) {
      facts.add(Fact.of(name, value));
    }
  }

  /** Sentences about a host binary, for beginners. */
  static final class ElfSentences {
    private ElfSentences() {}

    /** Returns the kind of the file, e.g. {@code "a shared library for x86-64"}. */
    static String kind(ElfFile elf) {
      String what =
          switch (elf.header().type()) {
            case ElfHeader.OBJECT -> "an object file, not linked yet,";
            case ElfHeader.EXECUTABLE -> "a program at fixed addresses";
            case ElfHeader.SHARED ->
                elf.isPositionIndependentProgram()
                    ? "a position-independent program"
                    : "a shared library";
            default -> "a file of type “%s”".formatted(elf.header().typeName());
          };
      return "%s for %s".formatted(what, elf.header().machineName());
    }

    /** The state in a few words. */
    static String state(DeviceCode state) {
      return switch (state) {
        case NONE -> "no GPU code";
        case FAT -> "fat";
        case HOST_ONLY -> "host-only";
        case HALF_CONVERTED -> "half-converted";
        case NO_WRAPPERS -> "GPU code without wrappers";
        case RELOCATABLE -> "GPU code not linked yet";
        case NO_SECTION_HEADERS -> "no section headers";
      };
    }

    /** Whether a file in this state does what its makers meant. */
    static boolean well(DeviceCode state) {
      return state != DeviceCode.HALF_CONVERTED && state != DeviceCode.NO_SECTION_HEADERS;
    }

    /** Describes the device code of the file and what it means. */
    static List<String> deviceCode(FatBinary fat, List<TargetBytes> targets) {
      List<String> all = new ArrayList<>();
      switch (fat.state()) {
        case NONE ->
            all.add("It contains no GPU code and no reference to any. It runs on the host only.");
        case FAT -> fat(fat, targets, all);
        case HOST_ONLY -> hostOnly(fat, all);
        case HALF_CONVERTED ->
            all.add(
                "It is half-converted: parts of it refer to GPU code inside the file, other parts to archives. A program that loads it may find no GPU code.");
        case NO_WRAPPERS ->
            all.add(
                "It contains GPU code%s, but no wrappers that register it with the HIP runtime: the code is registered"
                        .formatted(inside(fat, targets))
                    + " in another way. Such a file cannot be made host-only.");
        case RELOCATABLE ->
            all.add(
                "Its GPU code was compiled for linking later (-fgpu-rdc): %s hold it, and device"
                        .formatted(CountText.of(fat.relocatable().size(), "section"))
                    + " linking makes the bundle that programs load.");
        case NO_SECTION_HEADERS ->
            all.add(
                "It has no section headers that can be read: wrappers and marker cannot be found by"
                    + " name."
                    + (fat.bundles().isEmpty()
                        ? " Whether it has GPU code is not known."
                        : " GPU code%s, lies inside it.".formatted(inside(fat, targets))));
      }
      return List.copyOf(all);
    }

    private static void fat(FatBinary fat, List<TargetBytes> targets, List<String> all) {
      int wrappers = fat.wrappers().size();
      boolean object = fat.image().isObject();
      all.add(
          "It is fat: GPU code%s, lies inside it. %s to the HIP runtime when %s is loaded."
              .formatted(
                  inside(fat, targets),
                  CountText.of(wrappers, "wrapper passes it", "wrappers pass it"),
                  object ? "the program or library that it is linked into" : "the file"));
      if (!object) {
        all.add(
            "Made host-only, this code moves into .kpack archives, one for each target, and machines"
                + " need only the archives for the GPUs they have.");
      }
      long orphans = fat.bundles().stream().filter(bundle -> bundle.wrappers().isEmpty()).count();
      if (orphans > 0) {
        all.add(
            orphans == 1
                ? "No wrapper points to 1 of the bundles; a runtime never sees what is in it."
                : "No wrapper points to %d of the bundles; a runtime never sees what is in them."
                    .formatted(orphans));
      }
    }

    private static String inside(FatBinary fat, List<TargetBytes> targets) {
      long bytes = fat.bundles().stream().map(StoredBundle::range).mapToLong(r -> r.length()).sum();
      Set<String> names = new TreeSet<>();
      targets.forEach(share -> names.add(share.target().toString()));
      String forTargets = names.isEmpty() ? "" : " for " + CountText.of(names.size(), "GPU target");
      return "%s, %s in %s"
          .formatted(forTargets, SizeText.of(bytes), CountText.of(fat.bundles().size(), "bundle"));
    }

    private static void hostOnly(FatBinary fat, List<String> all) {
      Marker marker = fat.marker();
      String name = marker == null ? null : marker.kernelName();
      all.add(
          "It is host-only: its GPU code is in .kpack archives. %s to a marker, which says where they are%s."
              .formatted(
                  fat.wrappers().size() == 1
                      ? "Its wrapper leads"
                      : "Its %d wrappers lead".formatted(fat.wrappers().size()),
                  name == null ? "" : " and what its code is called in them: " + name));
    }
  }
}
