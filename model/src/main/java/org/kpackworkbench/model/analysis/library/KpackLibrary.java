package org.kpackworkbench.model.analysis.library;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.export.ComparisonExport;
import org.kpackworkbench.model.analysis.diff.export.ExportFormat;
import org.kpackworkbench.model.analysis.diff.export.ExportRequest;
import org.kpackworkbench.model.analysis.diff.run.Compare;
import org.kpackworkbench.model.analysis.resolve.GfxOverride;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.report.ResolveReport;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.LoadRequest;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.host.HostImages;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.extract.Extract;
import org.kpackworkbench.model.operation.extract.ExtractReport;
import org.kpackworkbench.model.operation.extract.ExtractRequest;
import org.kpackworkbench.model.operation.pack.Pack;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.model.operation.prune.Prune;
import org.kpackworkbench.model.operation.prune.PruneRequest;
import org.kpackworkbench.model.operation.restore.Restore;
import org.kpackworkbench.model.operation.restore.RestoreRequest;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitRequest;

/**
 * Loads code as a runtime does, and runs the program's questions and operations with their usual
 * options. The reports have the facts that commands print as JSON. Existing output is not replaced.
 */
public final class KpackLibrary {
  private KpackLibrary() {}

  /**
   * Loads the code object that a runtime gets for a wrapper of a host-only binary, by the binary's
   * marker.
   *
   * @param wrapper the wrapper's index
   * @return the code object, in memory of its own; empty if a runtime finds none
   */
  public static Optional<ByteView> load(Path binary, int wrapper, GpuTarget gpu)
      throws IOException {
    try (OpenFile file = OpenFile.open(binary);
        Loader loader = loader(binary)) {
      FatBinary fat = FatBinary.read(HostImages.read(file.view()), Progress.NONE);
      for (Wrapper each : fat.wrappers()) {
        if (each.index() == wrapper) {
          LoadRequest request =
              LoadRequest.of(fat, new Place.File(binary), each, List.of(gpu.toString()));
          return Optional.ofNullable(loader.load(request).bytes());
        }
      }
      return Optional.empty();
    }
  }

  private static Loader loader(Path binary) throws IOException {
    return new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT, LoaderFiles.around(binary));
  }

  /** Returns the names of a code object's kernels, as the source spells them. */
  public static List<String> kernelNames(ByteView code) throws FormatException {
    List<String> names =
        CodeObject.read(code).kernels().stream().map(kernel -> kernel.demangledName()).toList();
    return names;
  }

  /** Resolves every wrapper of a binary on GPUs. */
  public static Report resolve(Path binary, List<GpuTarget> gpus) throws IOException {
    try (Loader loader = loader(binary)) {
      return new ResolveReport(
              loader, new Diagnoser(loader), false, GfxOverride.taken(List.of(), Map.of()))
          .binary(new BinaryResolver(loader, gpus, true).resolve(binary, Progress.NONE));
    }
  }

  /**
   * Compares files or folders.
   *
   * @param json receives the comparison as a JSON document, as the command diff prints it
   * @return whether all bytes were compared and are the same
   */
  public static boolean diff(List<Path> sides, OutputStream json) throws IOException {
    try (Comparison comparison = Compare.open(sides, UnpackBudget.operation(), Progress.NONE)) {
      comparison.compareContents(Progress.NONE, row -> {});
      ComparisonExport.write(
          comparison, ExportRequest.differences(ExportFormat.JSON), json, Progress.NONE);
      return comparison.outcome().isSame();
    }
  }

  /** Writes all code objects of a file to a folder. */
  public static Report extract(Path file, Path folder) throws IOException {
    try (Document document = StandardFormats.all().open(file)) {
      ExtractReport done =
          new Extract(ExtractRequest.all(document.codeObjects(), folder)).run(Progress.NONE);
      return new Report(
          new Facts()
              .path("file", file)
              .list("written", done.written(), ExtractReport.ExtractedFile::describe)
              .list(
                  "problems",
                  done.problems(),
                  (problem, row) -> row.text("message", problem.cause().getMessage())));
    }
  }

  /** Makes a host-only binary fat again, from the archives that its marker names. */
  public static Report restore(Path input, Path output) throws IOException {
    RestoreRequest request = RestoreRequest.of(input, output);
    return new Restore(request).run(Progress.NONE).describe(request, false);
  }

  /** Makes a binary or all binaries of a tree host-only, with one archive. */
  public static Report pack(Path input, Path output, String group, String family)
      throws IOException {
    PackRequest request = PackRequest.of(input, output, group, family);
    return new Pack(request).run(Progress.NONE).describe(request);
  }

  /** Splits an artifact by architecture. */
  public static Report split(Path artifact, Path output) throws IOException {
    SplitRequest request = SplitRequest.artifact(artifact, output);
    return new Split(request)
        .run(Progress.NONE)
        .describe(request, false, failure -> String.valueOf(failure.getMessage()));
  }

  /** Writes a file or folder again with the code that some GPUs run. */
  public static Report prune(Path input, Path output, TargetFilter keep) throws IOException {
    return new Prune(PruneRequest.keeping(input, output, keep)).run().describe(false);
  }
}
