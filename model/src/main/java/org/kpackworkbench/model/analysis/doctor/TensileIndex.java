package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Found;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Step;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.tensile.TensileDocument;

/**
 * The files that an index loads when an operation needs them. Immutable.
 *
 * @param all how many
 * @param missing those that are not there, by their names without endings
 * @param useless what is wrong with those that are there and of no use, in sentences
 * @param code the files of code objects that are missing or empty beside others
 * @param loaded the files of code objects that are there, by the names of libraries
 * @param damage why the index itself is of no use; empty if it is of use
 */
record TensileIndex(
    int all,
    List<String> missing,
    List<String> useless,
    List<String> code,
    Set<Path> loaded,
    String damage) {
  static final TensileIndex NONE = damaged("");

  private static final String FILE = "file of the index";

  private static TensileIndex damaged(String damage) {
    return new TensileIndex(0, List.of(), List.of(), List.of(), Set.of(), damage);
  }

  boolean isWhole() {
    return missing.isEmpty() && useless.isEmpty() && code.isEmpty();
  }

  /** Reads an index; the last step of the search names it. */
  static TensileIndex of(Path index, Search search) {
    try {
      TensileDocument tensile = search.run().libraries().of(index);
      if (!tensile.isFor(search.gpu().target())) {
        search.useless(Found.OTHER);
        return damaged(
            "%s is for %s: none of its solutions is chosen on %s."
                .formatted(
                    index, ListText.some(List.copyOf(tensile.stated())), search.gpu().processor()));
      }
      Reading reading = new Reading(search);
      reading.code(tensile, index);
      Map<String, TensileDocument.Child> all = new LinkedHashMap<>();
      tensile.children().forEach(child -> all.putIfAbsent(child.stem(), child));
      search.reading("the files that the index loads", all.size());
      for (TensileDocument.Child child : all.values()) {
        reading.child(child, index);
      }
      if (!all.isEmpty()) {
        int present = all.size() - reading.missing.size();
        search.add(
            "files that the index loads, %d of %d".formatted(present, all.size()),
            index.resolveSibling("*.dat"),
            reading.missing.isEmpty() ? Found.THERE : Found.MISSING);
      }
      search.steps().addAll(Search.some(reading.steps));
      return new TensileIndex(
          all.size(),
          reading.missing,
          reading.useless,
          List.copyOf(reading.code),
          reading.loaded,
          "");
    } catch (IOException unreadable) {
      search.useless(Search.unusable(index));
      return damaged(KernelFiles.sentence(unreadable) + " Without it the library finds nothing.");
    }
  }

  /** The files that an index loads, while they are read. */
  private static final class Reading {
    private final Search search;
    private final List<String> missing = new ArrayList<>();
    private final List<String> useless = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private final Set<String> code = new LinkedHashSet<>();
    private final Set<Path> loaded = new LinkedHashSet<>();

    Reading(Search search) {
      this.search = search;
    }

    void child(TensileDocument.Child child, Path index) {
      search.run().progress().step(1);
      Path file = child.found().orElse(null);
      if (file == null) {
        missing.add(child.stem());
        Path expected = index.resolveSibling(child.stem() + ".dat");
        steps.add(new Step(FILE, expected.toString(), Found.MISSING));
        return;
      }
      try {
        TensileDocument tensile = search.run().libraries().of(file);
        if (!tensile.isFor(search.gpu().target())) {
          useless(
              file,
              Found.OTHER,
              "%s is for %s.".formatted(file, ListText.some(List.copyOf(tensile.stated()))));
        } else if (tensile.solutions() == 0 && tensile.children().isEmpty()) {
          useless(file, Found.EMPTY, "%s has no solutions.".formatted(file));
        } else {
          code(tensile, file);
        }
      } catch (IOException unreadable) {
        useless(file, Search.unusable(file), KernelFiles.sentence(unreadable));
      }
    }

    private void useless(Path file, Found found, String why) {
      steps.add(new Step(FILE, file.toString(), found));
      useless.add(why);
    }

    void code(TensileDocument library, Path file) throws IOException {
      List<Path> folders = List.of(Objects.requireNonNull(file.getParent()));
      library
          .files()
          .missingCode(search.gpu().target(), folders, search.run().progress().cancelOnly())
          .ifPresentOrElse(
              code::add,
              () -> loaded.addAll(library.files().ownFiles(search.gpu().target(), folders)));
    }
  }

  String advice(Search search) {
    List<String> sentences = new ArrayList<>();
    if (!missing.isEmpty()) {
      sentences.add(
          "%d of %s that the index loads %s missing: %s."
              .formatted(
                  missing.size(),
                  CountText.of(all, "file"),
                  CountText.word(missing.size(), "is", "are"),
                  ListText.some(missing)));
    }
    if (!useless.isEmpty()) {
      sentences.add(useless.getFirst());
      int more = useless.size() - 1;
      if (more > 0) {
        sentences.add(
            "%s that the index loads %s damaged, empty or for another GPU."
                .formatted(CountText.of(more, "more file"), CountText.word(more, "is", "are")));
      }
    }
    if (!code.isEmpty()) {
      sentences.add(
          "%s of code objects %s missing or empty: %s."
              .formatted(
                  CountText.of(code.size(), "file"),
                  CountText.word(code.size(), "is", "are"),
                  ListText.some(code)));
    }
    sentences.add(
        "Install the files of %s for %s from one build: operations that need %s fail."
            .formatted(
                search.library().title(),
                search.gpu().processor(),
                useless.isEmpty() ? "a missing file" : "one of these files"));
    return String.join(" ", sentences);
  }
}
