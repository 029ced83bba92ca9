package org.kpackworkbench.model.operation.split;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.artifact.config.Topology;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;

/**
 * Artifacts that are to be split.
 *
 * @param input an artifact (its folder, {@code .tar.zst} or {@code .tar.xz}), or with {@code batch}
 *     a folder of many
 * @param batch whether all in the folder are split whose family is not {@code generic}
 * @param prefix the artifact prefix, {@code blas_lib}; null to take it from the input's name; only
 *     for one artifact
 * @param output the folder for the new artifacts; made where it is missing
 * @param databases the databases to split, by the names of their recognisers; {@code rules} come
 *     first
 * @param rules what is done with each artifact; null where everything is split
 * @param options targets to keep, how archives are written, and the number of threads
 * @param kpm whether the generic artifact gets a manifest of the archives
 * @param form folders or packed
 * @param unknownDatabaseIsError whether a database without a recogniser is an error; it is a
 *     warning otherwise, and its files stay generic
 * @param allowEmpty whether an artifact that has no code for the targets to keep becomes host-only;
 *     it is an error otherwise
 * @param replace whether artifacts that are there already may be replaced, each as a whole
 */
public record SplitRequest(
    Path input,
    boolean batch,
    @Nullable String prefix,
    Path output,
    List<String> databases,
    @Nullable SplitRules rules,
    ArchiveOptions options,
    KpmForm kpm,
    OutputForm form,
    boolean unknownDatabaseIsError,
    boolean allowEmpty,
    boolean replace) {

  public SplitRequest {
    databases = List.copyOf(databases);
    if (batch && prefix != null) {
      throw new IllegalArgumentException("each artifact of a folder has a prefix of its own");
    }
  }

  /** One artifact, with the usual options. */
  public static SplitRequest artifact(Path input, Path output) {
    return of(input, false, output);
  }

  /** All artifacts in a folder, with the usual options. */
  public static SplitRequest batch(Path parent, Path output) {
    return of(parent, true, output);
  }

  private static SplitRequest of(Path input, boolean batch, Path output) {
    return new SplitRequest(
        input,
        batch,
        null,
        output,
        List.of(),
        null,
        ArchiveOptions.DEFAULT,
        KpmForm.PLAIN,
        OutputForm.FOLDER,
        false,
        false,
        false);
  }

  /** The same under another artifact prefix; null for that of the input's name. */
  public SplitRequest named(@Nullable String artifactPrefix) {
    return new SplitRequest(
        input,
        batch,
        artifactPrefix,
        output,
        databases,
        rules,
        options,
        kpm,
        form,
        unknownDatabaseIsError,
        allowEmpty,
        replace);
  }

  /** The same with databases. */
  public SplitRequest databases(List<String> names) {
    return new SplitRequest(
        input,
        batch,
        prefix,
        output,
        names,
        rules,
        options,
        kpm,
        form,
        unknownDatabaseIsError,
        allowEmpty,
        replace);
  }

  /** The same with rules for each artifact. */
  public SplitRequest rules(@Nullable SplitRules other) {
    return new SplitRequest(
        input,
        batch,
        prefix,
        output,
        databases,
        other,
        options,
        kpm,
        form,
        unknownDatabaseIsError,
        allowEmpty,
        replace);
  }

  /** The same with other options. */
  public SplitRequest with(ArchiveOptions other) {
    return new SplitRequest(
        input,
        batch,
        prefix,
        output,
        databases,
        rules,
        other,
        kpm,
        form,
        unknownDatabaseIsError,
        allowEmpty,
        replace);
  }

  /** The same with manifests of another form. */
  public SplitRequest kpm(KpmForm other) {
    return new SplitRequest(
        input,
        batch,
        prefix,
        output,
        databases,
        rules,
        options,
        other,
        form,
        unknownDatabaseIsError,
        allowEmpty,
        replace);
  }

  /** The same, written as something else. */
  public SplitRequest form(OutputForm other) {
    return new SplitRequest(
        input,
        batch,
        prefix,
        output,
        databases,
        rules,
        options,
        kpm,
        other,
        unknownDatabaseIsError,
        allowEmpty,
        replace);
  }

  /** The same, with unknown databases an error or not. */
  public SplitRequest strictDatabases(boolean yes) {
    return new SplitRequest(
        input,
        batch,
        prefix,
        output,
        databases,
        rules,
        options,
        kpm,
        form,
        yes,
        allowEmpty,
        replace);
  }

  /** Returns this request with artifacts without the targets made host-only, or an error. */
  public SplitRequest allowingEmpty(boolean yes) {
    return new SplitRequest(
        input,
        batch,
        prefix,
        output,
        databases,
        rules,
        options,
        kpm,
        form,
        unknownDatabaseIsError,
        yes,
        replace);
  }

  /** The same, with existing output replaced or not. */
  public SplitRequest replacing(boolean yes) {
    return new SplitRequest(
        input,
        batch,
        prefix,
        output,
        databases,
        rules,
        options,
        kpm,
        form,
        unknownDatabaseIsError,
        allowEmpty,
        yes);
  }

  /**
   * Whether the generic artifact gets a manifest ({@code .kpm}) of all archives, and what it says.
   */
  public enum KpmForm {
    /** None. */
    NONE,
    /** With sizes and numbers of kernels. */
    PLAIN,
    /** With checksums, too, which today's readers pass over. */
    WITH_SHA256
  }

  /** What artifacts are written as. */
  public enum OutputForm {
    /** Folders. */
    FOLDER(""),
    /** Packed, {@code NAME.tar.zst}. */
    TAR_ZST(".tar.zst");

    private final String ending;

    OutputForm(String ending) {
      this.ending = ending;
    }

    /** What is added to an artifact's name. */
    public String ending() {
      return ending;
    }
  }

  /** Says for each artifact what is done with it, as a build topology does. */
  @FunctionalInterface
  public interface SplitRules {
    /** The rule for an artifact; empty if there is none: it is then split as the request says. */
    Optional<SplitRule> of(ArtifactName name);

    /**
     * What a topology says: target-specific artifacts are split with their databases, others are
     * passed through.
     */
    static SplitRules of(Topology topology) {
      return name ->
          topology
              .of(name)
              .map(
                  artifact ->
                      new SplitRule(
                          artifact.kind() == Topology.Kind.TARGET_SPECIFIC,
                          artifact.splitDatabases()));
    }

    /**
     * What is done with an artifact.
     *
     * @param split whether it is split; it is passed through as it is otherwise
     * @param databases the databases to split, by the names of their recognisers
     */
    record SplitRule(boolean split, List<String> databases) {
      public SplitRule {
        databases = List.copyOf(databases);
      }
    }
  }
}
