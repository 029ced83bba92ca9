package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InArchive;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpm.SearchPaths;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.registration.CodeOwnership;
import org.kpackworkbench.model.format.registration.FiledCode;
import org.kpackworkbench.model.format.registration.KernelOwners;
import org.kpackworkbench.model.format.registration.Original;

/**
 * Check of whose kernels the code objects have that a loader found for a binary, and of whether the
 * runtime loads them. A loader checks neither: it finds what is filed under a wrapper's index, and
 * a program gets it.
 *
 * @param original the fat binary that the binary was made of; null if that is not available
 */
record KernelOwnership(Loader loader, @Nullable Original original) {
  /** A row by what a loader knows of it. */
  private record Filed(Path archive, String key, String architecture) {
    static @Nullable Filed of(WrapperOutcome outcome) {
      Resolution.Found found =
          outcome.code() instanceof InArchive asked ? asked.resolution().found() : null;
      return found == null ? null : new Filed(found.archive(), found.key(), found.architecture());
    }
  }

  /**
   * Returns the outcomes with the owner of each one's kernels.
   *
   * @throws FormatException if a file changed meanwhile
   * @throws IOException if the original cannot be read, or a temporary file not written
   */
  List<WrapperOutcome> judge(
      FatBinary binary, Place place, List<WrapperOutcome> outcomes, Progress progress)
      throws IOException {
    Filed any = null;
    for (WrapperOutcome outcome : outcomes) {
      any = any == null ? Filed.of(outcome) : any;
    }
    if (any == null) {
      return outcomes;
    }
    FiledCode code =
        new FiledCode(
            BinaryKey.parse(any.key()).binary(),
            KernelOwners.of(binary, progress),
            original,
            progress);
    Map<Row, Filed> rows = new HashMap<>();
    Set<Filed> known = new HashSet<>();
    for (WrapperOutcome outcome : outcomes) {
      progress.step(0);
      Filed filed = Filed.of(outcome);
      if (filed != null && known.add(filed)) {
        add(filed, code, rows);
      }
    }
    if (code.isOpen()) {
      addOthers(binary, place, known, code, progress);
    }
    Map<Filed, FiledCode.Judged> judgements = new HashMap<>();
    for (FiledCode.Judged judged : code.judge()) {
      Filed filed = rows.get(new Row(judged.archive(), judged.row()));
      if (filed != null) {
        judgements.put(filed, judged);
      }
    }
    StatedIndices stated = new StatedIndices(binary.wrappers());
    List<WrapperOutcome> judged = new ArrayList<>();
    for (WrapperOutcome outcome : outcomes) {
      Filed filed = Filed.of(outcome);
      FiledCode.Judged one = filed == null ? null : judgements.get(filed);
      WrapperOutcome checked =
          one != null ? outcome.of(one.ownership()).checked(one.runtime()) : outcome;
      if (filed != null && (one == null || one.runtime().equals(RuntimeCheck.NONE))) {
        checked = unread(checked);
      }
      judged.add(
          filed == null ? checked : stated.judge(checked, one == null ? null : one.fitting()));
    }
    return judged;
  }

  /**
   * Wrappers get what is filed under the index that they state, which is that of the wrapper with
   * this number, unless its kernels show whose it is.
   */
  private record StatedIndices(List<Wrapper> wrappers) {
    WrapperOutcome judge(WrapperOutcome outcome, @Nullable List<Integer> fitting) {
      long index = wrappers.get(outcome.number()).statedIndex();
      List<Integer> stating =
          wrappers.stream()
              .filter(each -> each.statedIndex() == index)
              .map(Wrapper::index)
              .toList();
      List<Integer> owners =
          fitting != null && !fitting.isEmpty()
              ? fitting
              : stating.contains((int) index) || (stating.size() == 1 && index < wrappers.size())
                  ? List.of((int) index)
                  : List.of();
      if (owners.contains(outcome.number())
          || (stating.size() == 1 && !(outcome.ownership() instanceof CodeOwnership.Unknown))) {
        return outcome;
      }
      String why =
          stating.size() == 1
              ? "Wrapper %d states index %d, so it gets what is filed under #%d."
                  .formatted(outcome.number(), index, index)
              : "Wrappers %s all state index %d, so each of them gets what is filed under #%d."
                  .formatted(
                      ListText.some(stating.stream().map(String::valueOf).toList()), index, index);
      return outcome.of(
          owners.isEmpty()
              ? new CodeOwnership.Disputed(why)
              : new CodeOwnership.Foreign(owners, false, why));
    }
  }

  private record Row(Path archive, int number) {}

  /** Checks the bytes of a row that readers cannot use, and from which loaders take code. */
  private WrapperOutcome unread(WrapperOutcome outcome) throws FormatException {
    ByteView bytes =
        outcome.code() instanceof InArchive asked
            ? loader.load(asked.resolution().request()).bytes()
            : null;
    return bytes == null ? outcome : outcome.checked(RuntimeCheck.ofStored(bytes));
  }

  /**
   * Adds what archives have for targets that were not asked, so that the answer is the same
   * whichever are.
   */
  private void addOthers(
      FatBinary binary, Place place, Set<Filed> known, FiledCode code, Progress progress)
      throws IOException {
    String name = BinaryKey.parse(known.iterator().next().key()).binary();
    Map<Path, Path> archives = new LinkedHashMap<>();
    for (Filed filed : known) {
      archives.put(filed.archive().toRealPath(), filed.archive());
    }
    Marker marker = binary.marker();
    PathRules rules = loader.rules(binary.image().pathRules());
    if (marker != null && loader.environment().overridePaths(rules).isEmpty()) {
      SearchPaths search = SearchPaths.at(place.file(), rules);
      for (Path archive : search.files(place.file(), marker.searchPaths())) {
        archives.putIfAbsent(archive.toRealPath(), archive);
      }
    }
    for (Map.Entry<Path, Path> archive : archives.entrySet()) {
      loader.peek(
          archive.getKey(),
          open -> {
            for (String target : open.architectures()) {
              for (Wrapper wrapper : binary.wrappers()) {
                progress.step(0);
                long index = wrapper.statedIndex();
                int row =
                    index > Integer.MAX_VALUE
                        ? -1
                        : open.find(name, (int) index, target).orElse(-1);
                if (row >= 0) {
                  code.add(archive.getValue(), open, row, index, target);
                }
              }
            }
          });
    }
  }

  private void add(Filed filed, FiledCode code, Map<Row, Filed> rows) throws IOException {
    Path path = filed.archive();
    String target = filed.architecture();
    loader.look(
        path.toString(),
        archive -> {
          int row = archive.findText(filed.key(), target).orElse(-1);
          if (row >= 0) {
            code.add(path, archive, row, BinaryKey.parse(filed.key()).index(), target);
            rows.put(new Row(path, row), filed);
          }
        });
  }
}
