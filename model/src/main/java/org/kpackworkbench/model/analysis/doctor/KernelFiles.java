package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.aotriton.AotritonKernels;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck.Refusal;
import org.kpackworkbench.model.format.database.LoadedCode;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.sqlite.SqliteDocument;

/**
 * For which GPUs there are kernels in files, by the files' own headers and rows. Each file is read
 * once. For one thread.
 */
final class KernelFiles {
  private final Progress progress;
  private final Map<Path, Contents> known = new HashMap<>();

  KernelFiles(Progress progress) {
    // Who reads many files counts them.
    this.progress = progress.cancelOnly();
  }

  /**
   * The content of a file.
   *
   * @param targets what its kernels are for; none if it does not say it
   * @param kernels whether it has kernels
   * @param damage why it is of no use, in a sentence; empty if it can be read and has kernels
   */
  record Contents(Set<GpuTarget> targets, boolean kernels, String damage) {
    /** Whether it has kernels, and a GPU loads none of them. */
    boolean isForOthers(GpuTarget gpu) {
      return LoadedCode.isForOthers(targets, gpu);
    }
  }

  Contents of(Path file) {
    return known.computeIfAbsent(file, this::read);
  }

  private Contents read(Path file) {
    progress.step(0);
    try (Document document = StandardFormats.all().open(file, progress)) {
      if (!document.problems().isEmpty()) {
        throw document.problems().getFirst();
      }
      if (!(document instanceof SqliteDocument) && !AotritonKernels.isOne(document)) {
        Contents code = loaded(file, document.codeObjects());
        if (!code.damage().isEmpty() || code.kernels()) {
          return code;
        }
      }
      Set<GpuTarget> targets = targets(document);
      boolean kernels = !targets.isEmpty() || document.codeObjects().size() > 0;
      String damage =
          kernels ? "" : "%s has no code objects: it is %s.".formatted(file, found(document));
      return new Contents(targets, kernels, damage);
    } catch (IOException unreadable) {
      return new Contents(Set.of(), false, sentence(unreadable));
    }
  }

  private Contents loaded(Path file, CodeObjects code) throws IOException {
    Set<GpuTarget> targets = new TreeSet<>();
    String refused = "";
    for (int row = 0; row < code.size(); row++) {
      GpuTarget target = code.row(row).target();
      Refusal refusal;
      try (SpooledBytes stored = code.open(row, UnpackBudget.one(), progress)) {
        refusal = RuntimeCheck.ofStored(stored.bytes()).on(target);
      }
      if (refusal == null) {
        targets.add(target);
      } else {
        refused = "%s: %s %s".formatted(file, refusal.why(), refusal.advice());
      }
    }
    return new Contents(targets, !targets.isEmpty(), targets.isEmpty() ? refused : "");
  }

  private Set<GpuTarget> targets(Document document) throws IOException {
    if (AotritonKernels.isOne(document)) {
      return AotritonKernels.firstTargets(document, progress);
    }
    if (!(document instanceof SqliteDocument database)) {
      return LoadedCode.targets(document.codeObjects());
    }
    Set<GpuTarget> targets = new TreeSet<>();
    for (DocumentPart row : database.parts()) {
      progress.step(0);
      String target = row.fields().getOrDefault("target", "");
      if (!target.isEmpty() && row.problem() == null) {
        targets.add(GpuTarget.lenient(target));
      }
    }
    return targets;
  }

  /** Returns the kind of a file, in words with an article. */
  static String found(Document document) {
    return document.bytes().size() == 0 ? "an empty file" : document.format().wordsWithArticle();
  }

  /** Returns the failure's message, as a sentence. */
  static String sentence(IOException failure) {
    String words =
        failure instanceof AccessDeniedException denied
            ? denied.getFile() + ": " + FolderWalk.words(denied)
            : String.valueOf(failure.getMessage());
    return words.endsWith(".") ? words : words + ".";
  }
}
