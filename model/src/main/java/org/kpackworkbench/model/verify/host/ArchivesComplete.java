package org.kpackworkbench.model.verify.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.kpackworkbench.model.archive.KpackArchive;
import org.kpackworkbench.model.archive.TargetSum;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.offload.DeviceCode;
import org.kpackworkbench.model.offload.Marker;
import org.kpackworkbench.model.place.Place;
import org.kpackworkbench.model.verify.HostSubject;
import org.kpackworkbench.model.verify.Severity;
import org.kpackworkbench.model.verify.Sink;

/**
 * Every wrapper of a host-only binary has its code object in each archive that claims the
 * architecture, or in another one that is found beside it.
 */
public final class ArchivesComplete extends MarkerRule {
  private static final int MOST_NAMED = 10;

  public ArchivesComplete() {
    super(
        "archives-complete",
        "Every wrapper has its code object in each archive that claims the architecture.");
  }

  @Override
  void check(HostSubject subject, Marker marker, Sink sink) throws IOException {
    String name = marker.kernelName();
    boolean looked =
        subject.place() instanceof Place.File && subject.fat().state() == DeviceCode.HOST_ONLY;
    if (!looked || name == null || marker.searchPaths().isEmpty()) {
      return;
    }
    List<Path> archives = FoundArchives.of(subject.place().file(), marker.searchPaths()).archives();
    Map<Path, Map<String, List<Integer>>> holes = new LinkedHashMap<>();
    Map<String, Set<Integer>> held = new LinkedHashMap<>();
    boolean known = archives.isEmpty();
    for (Path path : archives) {
      sink.progress().step(0);
      try (KpackArchive archive = KpackArchive.open(path)) {
        known |= lookUp(subject, archive, name, holes, held);
      } catch (FormatException broken) {
        sink.error(
            place(subject, marker),
            offset(subject, marker),
            "The archive %s cannot be opened: %s".formatted(path, Sink.words(broken)),
            "Verify that archive by itself; loaders pass it over.");
      } catch (IOException unreadable) {
        sink.error(
            place(subject, marker),
            offset(subject, marker),
            "The archive %s cannot be read: %s.".formatted(path, unreadable.getMessage()),
            "Loaders pass it over; look who may read it.");
      }
    }
    if (!known) {
      sink.error(
          place(subject, marker),
          offset(subject, marker),
          "None of the %d archives found has code objects of \"%s\"."
              .formatted(archives.size(), name),
          "The archives belong to another build, or kernel_name was changed.");
      return;
    }
    report(subject, name, holes, held, sink);
  }

  /** Notes what an archive has and has not; whether it has anything of the binary. */
  private static boolean lookUp(
      HostSubject subject,
      KpackArchive archive,
      String name,
      Map<Path, Map<String, List<Integer>>> holes,
      Map<String, Set<Integer>> held)
      throws FormatException {
    Set<String> targets = new LinkedHashSet<>(archive.architectures());
    archive.targetSums().stream().map(TargetSum::targetText).forEach(targets::add);
    boolean known = false;
    Map<String, List<Integer>> missing = new LinkedHashMap<>();
    for (String target : targets) {
      Set<Integer> here = held.computeIfAbsent(target, t -> new LinkedHashSet<>());
      for (int index = 0; index < subject.fat().wrappers().size(); index++) {
        if (archive.find(name, index, target) >= 0) {
          here.add(index);
          known = true;
        } else {
          missing.computeIfAbsent(target, t -> new ArrayList<>()).add(index);
        }
      }
    }
    holes.put(archive.place().file(), missing);
    return known;
  }

  private static void report(
      HostSubject subject,
      String name,
      Map<Path, Map<String, List<Integer>>> holes,
      Map<String, Set<Integer>> held,
      Sink sink) {
    holes.forEach(
        (archive, missing) ->
            missing.forEach(
                (target, indices) -> {
                  List<Integer> lost =
                      indices.stream().filter(index -> !isHeld(held, target, index)).toList();
                  if (!lost.isEmpty()) {
                    // A binary may be compiled for fewer targets than others of its archive.
                    boolean all = lost.size() == subject.fat().wrappers().size();
                    sink.add(
                        all ? Severity.NOTE : Severity.WARNING,
                        subject.wrapper(subject.fat().wrappers().get(lost.getFirst())),
                        -1,
                        "%s claims %s but has no code object of %s for %s."
                            .formatted(archive.getFileName(), target, name, named(lost)),
                        "If these translation units were compiled without that target, this is"
                            + " as it should be; else pack the binary anew.");
                  }
                }));
  }

  /** Whether another archive has it, for the same target or one that stands in for it. */
  private static boolean isHeld(Map<String, Set<Integer>> held, String target, int index) {
    String bare = target.contains(":") ? target.substring(0, target.indexOf(':')) : target;
    return held.getOrDefault(target, Set.of()).contains(index)
        || held.getOrDefault(bare, Set.of()).contains(index);
  }

  private static String named(List<Integer> indices) {
    String shown =
        indices.stream()
            .limit(MOST_NAMED)
            .map(index -> "#" + index)
            .collect(Collectors.joining(", "));
    return indices.size() > MOST_NAMED
        ? shown + " and %d more".formatted(indices.size() - MOST_NAMED)
        : shown;
  }
}
