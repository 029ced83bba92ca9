package org.kpackworkbench.views.analysis.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.log.LogTrace;
import org.kpackworkbench.model.analysis.resolve.log.LoggedRequest;
import org.kpackworkbench.model.analysis.resolve.log.PathMapping;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.simulate.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.WrapperOutcome.InArchive;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.analysis.resolve.Trace;
import org.kpackworkbench.views.analysis.resolve.TraceMark;
import org.kpackworkbench.views.analysis.resolve.Traces;

/**
 * What a load of a log comes to with the files that are here. Immutable; made in the background.
 *
 * @param words that beside what the log says, in a sentence
 * @param trace its steps
 * @param binary the binary; null where it is not here
 */
record LoadedNow(String words, Trace trace, @Nullable Place binary) {

  static LoadedNow of(LogTrace logged, PathMapping mapping) throws IOException {
    LoggedRequest request = LoggedRequest.of(logged, mapping);
    if (request.target() == null || request.kernelName().isEmpty()) {
      return nothing("the log does not say what was asked for: its first lines are missing.");
    }
    Path binary = request.binary();
    if (binary == null) {
      return nothing(
          request.candidates().isEmpty()
              ? "the log does not say where the binary of %s is.".formatted(request.kernelName())
              : "the binary is not here: there is no %s. Say above where the files are."
                  .formatted(request.candidates().getFirst()));
    }
    try (Loader loader = new Loader(request.environment(), LoaderBehaviour.TOLERANT)) {
      BinaryResolution all =
          new BinaryResolver(loader, List.of(request.target()), true)
              .resolve(binary, Progress.NONE);
      List<WrapperOutcome> outcomes =
          all.outcomes().stream()
              .filter(
                  outcome ->
                      !(outcome.code() instanceof InArchive asked)
                          || asked.resolution().request().index() == request.index())
              .toList();
      BinaryResolution one =
          new BinaryResolution(
              all.binary(),
              all.state(),
              all.contradictions(),
              all.marker(),
              all.devices(),
              outcomes);
      Trace trace = Traces.of(one, new Diagnoser(loader), true);
      return new LoadedNow(words(logged.outcome(), one), trace, all.binary());
    }
  }

  private static String words(@Nullable LoaderError then, BinaryResolution now) {
    LoaderError error =
        now.outcomes().stream()
            .map(WrapperOutcome::error)
            .filter(each -> each != LoaderError.SUCCESS)
            .findFirst()
            .orElse(LoaderError.SUCCESS);
    if (now.outcomes().isEmpty()) {
      return "the binary has no such wrapper.";
    }
    String found = error == LoaderError.SUCCESS ? "code is found" : "error " + error;
    if (then == null) {
      return found + "; the log is cut off before it says.";
    }
    return then == error
        ? "the same, %s.".formatted(found)
        : "%s; the log says %s."
            .formatted(found, then == LoaderError.SUCCESS ? "code was found" : "error " + then);
  }

  private static LoadedNow nothing(String words) {
    return new LoadedNow(
        words, new Trace("Nothing was asked for.", TraceMark.NOTE, List.of(), List.of()), null);
  }
}
