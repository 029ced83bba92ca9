package org.kpackworkbench.views.resolve;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kpackworkbench.model.loader.LoaderBehaviour;
import org.kpackworkbench.model.loader.LoaderEnvironment;
import org.kpackworkbench.model.target.GpuTarget;
import org.kpackworkbench.views.copy.CopyFormats;

/**
 * What a loader is simulated with. Immutable.
 *
 * @param targets the devices' targets
 * @param variables the variables that are set, of those that a loader reads
 * @param behaviour what it does where an archive lacks the code
 */
record SetUp(List<GpuTarget> targets, Map<String, String> variables, LoaderBehaviour behaviour) {
  SetUp {
    targets = List.copyOf(targets);
    variables = Map.copyOf(variables);
  }

  LoaderEnvironment environment() {
    return LoaderEnvironment.of(variables);
  }

  /** For other devices. */
  SetUp on(List<GpuTarget> others) {
    return new SetUp(others, variables, behaviour);
  }

  /** The same on the command line. */
  String command(Path subject, boolean tree) {
    StringBuilder text = new StringBuilder("kpack-workbench resolve ");
    String path = subject.toString();
    text.append(tree ? "--tree " : "").append(CopyFormats.argument(path));
    targets.forEach(
        target -> text.append(" --target ").append(CopyFormats.argument(target.toString())));
    new TreeMap<>(variables)
        .forEach(
            (name, value) ->
                text.append(" --env ").append(CopyFormats.argument(name + "=" + value)));
    if (behaviour == LoaderBehaviour.STRICT) {
      text.append(" --strict");
    } else if (behaviour == LoaderBehaviour.PLANNED) {
      text.append(" --planned");
    }
    return text.append(" --explain").toString();
  }
}
