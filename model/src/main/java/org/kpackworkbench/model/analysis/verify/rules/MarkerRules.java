package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.analysis.verify.context.FoundArchives;
import org.kpackworkbench.model.analysis.verify.context.VerifyContext;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.format.artifact.TreeLayout;
import org.kpackworkbench.model.format.artifact.TreePosition;
import org.kpackworkbench.model.format.elf.AddressMap;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.SegmentFlags;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.packages.DeviceOffer;

/** Rules about the marker of a host-only binary. */
public final class MarkerRules {
  private MarkerRules() {}

  /** The marker is a MessagePack map with a kernel name and at least one relative search path. */
  public static final class Reads extends MarkerRule {
    public Reads() {
      super("marker-reads", "The marker names the binary and where its archives are.");
    }

    @Override
    void check(HostSubject subject, Marker marker, Sink sink) {
      for (FormatException problem : marker.problems()) {
        sink.problem(place(subject, marker), problem, "Convert the binary again from the fat one.");
      }
      if (marker.isManifestPath()) {
        sink.error(
            place(subject, marker),
            offset(subject, marker),
            "The section holds %s.".formatted(marker.manifestWords()),
            "kpack-workbench edit makes a marker of it, with --kernel-name and --search-path.");
      }
      for (String path : marker.searchPaths()) {
        if (marker.rules() == PathRules.WINDOWS) {
          windows(subject, marker, path, sink);
        } else if (path.startsWith("/") || path.contains("\\")) {
          sink.warning(
              place(subject, marker),
              offset(subject, marker),
              "The search path \"%s\" is not relative with / between its parts.".formatted(path),
              "Archives are found only on a machine that has them there.");
        }
      }
    }

    private static void windows(HostSubject subject, Marker marker, String path, Sink sink) {
      if (marker.rules().isAbsolute(path)) {
        sink.warning(
            place(subject, marker),
            offset(subject, marker),
            "The search path \"%s\" is not relative.".formatted(path),
            "Archives are found only on a machine that has them there.");
      } else if (path.indexOf(':') >= 0) {
        sink.warning(
            place(subject, marker),
            offset(subject, marker),
            "The search path \"%s\" has a colon, which no name on Windows has.".formatted(path),
            "No archive can be there; convert the binary again with another search path.");
      }
    }
  }

  /**
   * The marker lies in a loaded, readable segment, at the address that its section states, and its
   * section is an allocated one, so that no tool takes it out.
   */
  public static final class Loaded extends MarkerRule {
    private static final String ADVICE =
        "A loader reads the marker through a wrapper's pointer; convert the binary again.";

    public Loaded() {
      super(
          "marker-loaded",
          "The marker lies in a loaded, readable segment and an allocated section.");
    }

    @Override
    void check(HostSubject subject, Marker marker, Sink sink) {
      if (!(subject.image() instanceof ElfFile elf)) {
        return;
      }
      ElfSection section = (ElfSection) marker.section();
      if (section != null && !section.isAllocated()) {
        add(
            subject,
            marker,
            sink,
            "The section %s has no SHF_ALLOC flag: it is not loaded.".formatted(section.label()));
        return;
      }
      long last = marker.address() + Math.max(1, marker.range().length()) - 1;
      for (long address : new long[] {marker.address(), last}) {
        AddressMap.Location there = elf.addresses().locate(address);
        if (!(there instanceof AddressMap.InFile in)) {
          String words = AddressMap.words(there);
          add(
              subject,
              marker,
              sink,
              "Its address 0x%x is not loaded from the file: %s.".formatted(address, words));
          return;
        }
        if (in.fileOffset() != marker.range().start() + (address - marker.address())) {
          add(
              subject,
              marker,
              sink,
              "At its address 0x%x lies file offset 0x%x, but its section says 0x%x."
                  .formatted(address, in.fileOffset(), marker.range().start()));
          return;
        }
        if ((in.segment().flags() & SegmentFlags.READ) == 0) {
          add(
              subject,
              marker,
              sink,
              "Its segment %s is not readable.".formatted(in.segment().label()));
          return;
        }
      }
    }

    private static void add(HostSubject subject, Marker marker, Sink sink, String message) {
      sink.error(place(subject, marker), offset(subject, marker), message, ADVICE);
    }
  }

  /** The hidden folders in which archives should be and that are not there. */
  private static List<Path> missingFolders(HostSubject subject, Marker marker) throws IOException {
    TreePosition position = subject.position();
    if (position != null && position.home().layout() == TreeLayout.ARTIFACT) {
      // Its own folder is no place for archives: those of other artifacts are laid there.
      return subject.context().lostFolders(position, marker).stream()
          .map(VerifyContext.LostFolder::folder)
          .toList();
    }
    Path from = subject.place().file().toAbsolutePath().normalize().getParent();
    for (String path : marker.searchPaths()) {
      try {
        Path folder =
            from == null
                ? null
                : from.resolve(marker.rules().slashed(path)).normalize().getParent();
        Path name = folder == null ? null : folder.getFileName();
        if (folder != null
            && name != null
            && name.toString().startsWith(".")
            && subject.context().isProbablyLost(folder)) {
          return List.of(folder);
        }
      } catch (InvalidPathException unusable) {
        // The rules about search paths say what is wrong with it.
        continue;
      }
    }
    return List.of();
  }

  /** The search paths of a host-only binary lead to at least one archive. */
  public static final class ArchivesFound extends MarkerRule {
    /** Evidence of a binary whose search paths lead nowhere. */
    public static final String NO_ARCHIVE = "no archive";

    public ArchivesFound() {
      super("archives-found", "The search paths of a host-only binary lead to an archive.");
    }

    @Override
    void check(HostSubject subject, Marker marker, Sink sink) throws IOException {
      if (!isToBeLookedFor(subject, marker)) {
        return;
      }
      FoundArchives found = subject.context().archivesOf(subject.place().file(), marker);
      if (found.archives().isEmpty() && !found.manifests().isEmpty()) {
        Diagnosis cause =
            Diagnosis.ManifestNamed.of(
                String.valueOf(found.manifests().getFirst().getFileName()),
                found.manifests().getFirst(),
                subject.place().file(),
                marker.searchPaths(),
                null);
        sink.add(
            Severity.ERROR,
            place(subject, marker),
            offset(subject, marker),
            cause.sentence(),
            cause.advice(),
            Evidence.NONE);
      } else if (found.archives().isEmpty() && found.denied()) {
        sink.add(
            Severity.ERROR,
            place(subject, marker),
            offset(subject, marker),
            "The marker's search paths lead where nothing can be read: no permission for %s."
                .formatted(String.join(", ", marker.searchPaths())),
            "Check who owns the folders on the way to the archives, and who may use them.",
            Evidence.NONE);
      } else if (found.archives().isEmpty()) {
        TreePosition position = subject.position();
        boolean packed = position != null && position.home().inPackage();
        boolean elsewhere =
            position != null
                && (packed || TreeMarkerRule.mayBeElsewhere(position.home()))
                && subject.context().archivesIn(position.home()).isEmpty();
        Optional<DeviceOffer> offer = subject.context().offer(subject.place().file());
        List<Path> hidden = offer.isPresent() ? List.of() : missingFolders(subject, marker);
        // Artifacts of architectures that are here should have brought the archives, and a package
        // its own hidden folder.
        boolean lost =
            packed || (position != null && position.home().layout() == TreeLayout.ARTIFACT);
        // A package by itself is no installation yet.
        sink.add(
            offer.isPresent() && !packed
                ? Severity.ERROR
                : elsewhere && (!lost || hidden.isEmpty()) ? Severity.NOTE : Severity.WARNING,
            place(subject, marker),
            offset(subject, marker),
            "The marker's search paths lead to no archive: %s."
                .formatted(String.join(", ", marker.searchPaths())),
            offer.isPresent()
                ? "The device code of %s is not installed. Install that of your GPUs: %s"
                    .formatted(offer.get().ownerWords(), offer.get().commands())
                : hidden.isEmpty()
                    ? "Put the archives there; without them no kernel of this binary runs."
                    : ("The folder %s does not exist. %s Without the archives no kernel of this"
                            + " binary runs.")
                        .formatted(hidden.getFirst(), TreeMarkerRule.LOST_ADVICE),
            Evidence.of(String.join(", ", marker.searchPaths()), NO_ARCHIVE)
                .about(hidden.toArray(Path[]::new))
                .lookedAt(found.looked())
                .causing(
                    List.of(
                        "%s gets no code on any GPU: error %d"
                            .formatted(
                                subject.place().file().getFileName(),
                                LoaderError.ARCHIVE_NOT_FOUND.number()))));
      }
    }
  }
}
