package org.kpackworkbench.model.operation.recombine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.files.StagedTree;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactEvents;
import org.kpackworkbench.model.format.artifact.ArtifactProgress;
import org.kpackworkbench.model.format.artifact.config.PackagingConfig;
import org.kpackworkbench.model.format.artifact.config.PackagingConfig.ArchitectureGroup;
import org.kpackworkbench.model.operation.merge.ArtifactContent;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.recombine.GenericArtifact.GenericsMatch;
import org.kpackworkbench.model.operation.recombine.NewArtifact.NewArtifactFiles;
import org.kpackworkbench.model.operation.recombine.RecombineReport.RecombinedArtifact;
import org.kpackworkbench.model.operation.tar.ArtifactInput;

/** Makes the artifacts of one component. */
final class ComponentJob {
  private final RecombineRequest request;
  private final PackagingConfig config;
  private final ComponentParts parts;
  private final Path scratch;
  private final Progress progress;
  private final ArtifactEvents events;
  private final UnpackBudget budget;
  private final List<OperationNote> findings = new ArrayList<>();

  /**
   * @param scratch where packed artifacts are unpacked
   * @param budget how much that may be, for all components
   * @param progress only checked for cancellation
   * @param events receives the state of the component
   */
  ComponentJob(
      RecombineRequest request,
      PackagingConfig config,
      ComponentParts parts,
      Path scratch,
      UnpackBudget budget,
      Progress progress,
      ArtifactEvents events) {
    this.request = request;
    this.config = config;
    this.parts = parts;
    this.scratch = scratch;
    this.budget = budget;
    this.progress = progress.cancelOnly();
    this.events = events;
  }

  /** Does it; what fails is in the result. */
  ComponentResult run(boolean write) {
    Path name = Path.of(parts.component());
    events.started(name, 0);
    try {
      List<RecombinedArtifact> artifacts = artifacts(name, write);
      events.done(name, artifacts.size());
      return new ComponentResult(parts.component(), artifacts, findings, null);
    } catch (IOException failure) {
      events.failed(name, failure);
      return new ComponentResult(parts.component(), List.of(), findings, failure);
    }
  }

  private List<RecombinedArtifact> artifacts(Path name, boolean write) throws IOException {
    try (Opened opened = new Opened()) {
      List<NewArtifact> made = made(opened);
      List<RecombinedArtifact> artifacts =
          made.stream().map(each -> each.described(request)).toList();
      if (write && areThere(artifacts)) {
        NewArtifactFiles.refuseOthers(made, request, progress);
        return artifacts.stream().map(RecombinedArtifact::wasThere).toList();
      }
      if (write) {
        long size = artifacts.stream().mapToLong(RecombinedArtifact::sizeBytes).sum();
        events.started(name, size);
        NewArtifactFiles.write(
            made, request, new ArtifactProgress(name, size, progress, events, new AtomicBoolean()));
        made.forEach(each -> findings.addAll(each.writer().lost().each(OperationNote::lost)));
      }
      return artifacts;
    }
  }

  /** Whether all have something in their places that is not to be replaced. */
  private boolean areThere(List<RecombinedArtifact> artifacts) throws IOException {
    return !request.replace()
        && StagedTree.haveContent(artifacts.stream().map(RecombinedArtifact::path).toList());
  }

  private List<NewArtifact> made(Opened opened) throws IOException {
    missing();
    List<NewArtifact> made = new ArrayList<>();
    DistributionManifest manifest =
        new DistributionManifest(parts.component(), config.validation(), findings, progress);
    List<String> prefixes = List.of();
    ComponentParts.Source generic = parts.generic();
    if (generic != null) {
      ArtifactContent content = opened.content(generic);
      prefixes = content.artifact().manifest().prefixes();
      manifest.know(generic, content);
      made.add(new GenericArtifact(findings, progress).of(generic, content));
      List<String> differences = new ArrayList<>();
      for (ComponentParts.Source other : parts.otherGenerics()) {
        boolean compared = config.validation().verifyGenericArtifactsMatch();
        // Unpacking one for its manifest alone costs more than it tells: archives are measured.
        if (compared || Files.isDirectory(other.member().path())) {
          ArtifactContent second = opened.content(other);
          manifest.know(other, second);
          if (compared) {
            differences.add(GenericsMatch.differences(generic, content, other, second, progress));
          }
        }
      }
      differences.removeIf(String::isEmpty);
      if (!differences.isEmpty()) {
        throw Obstacle.GENERIC_DIFFERS.exception(String.join("; and ", differences));
      }
    }
    Map<ArchitectureGroup, Map<ComponentParts.Source, ArtifactContent>> groups =
        new LinkedHashMap<>();
    for (Map.Entry<ArchitectureGroup, List<ComponentParts.Source>> group :
        parts.groups().entrySet()) {
      Map<ComponentParts.Source, ArtifactContent> contents = new LinkedHashMap<>();
      for (ComponentParts.Source source : group.getValue()) {
        ArtifactContent content = opened.content(source);
        contents.put(source, content);
        manifest.know(source, content);
      }
      groups.put(group.getKey(), contents);
    }
    for (Map.Entry<ArchitectureGroup, Map<ComponentParts.Source, ArtifactContent>> group :
        groups.entrySet()) {
      made.add(
          new GroupArtifact(parts.component(), config.validation(), findings, progress)
              .of(group.getKey(), group.getValue(), manifest));
    }
    if (generic != null) {
      manifest.writeTo(made.getFirst().writer(), prefixes);
    }
    return made;
  }

  private void missing() throws OperationException {
    if (parts.missing().isEmpty()) {
      return;
    }
    String message =
        "no shard has %s for %s".formatted(parts.component(), String.join(", ", parts.missing()));
    if (config.validation().errorOnMissingArchitecture()) {
      throw Obstacle.MISSING_ARCHITECTURE.exception(message);
    }
    findings.add(OperationNote.note("missing-architecture", request.shards(), message));
  }

  private final class Opened implements AutoCloseable {
    private final Map<ComponentParts.Source, ArtifactInput> inputs = new HashMap<>();

    ArtifactContent content(ComponentParts.Source source) throws IOException {
      ArtifactInput input = ArtifactInput.open(source.member().path(), scratch, budget, progress);
      inputs.put(source, input);
      findings.addAll(input.findings());
      ArtifactContent content = ArtifactContent.of(input.artifact(), progress);
      findings.addAll(content.unreadable());
      return content;
    }

    @Override
    public void close() throws IOException {
      Closing.all(inputs.values(), input -> input::close);
    }
  }

  /**
   * The result of a component.
   *
   * @param component an artifact's prefix
   * @param artifacts what was made; nothing if it failed
   * @param findings notes about it
   * @param failure why it failed; null if it did not
   */
  record ComponentResult(
      String component,
      List<RecombinedArtifact> artifacts,
      List<OperationNote> findings,
      @Nullable IOException failure) {
    ComponentResult {
      artifacts = List.copyOf(artifacts);
      findings = List.copyOf(findings);
    }
  }
}
