package org.kpackworkbench.model.operation.pack;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * The results of the variants, as a page.
 *
 * @param variants how many there are
 * @param skipped how many of them need what is not installed
 * @param seconds how long all took
 * @param outcomes what happened, and to which variants
 * @param refusals for each that was refused: reason, kind and linker, with bars between them
 */
record VariantReport(
    int variants,
    int skipped,
    double seconds,
    Map<String, ? extends Collection<Integer>> outcomes,
    Map<Integer, String> refusals) {

  String text() {
    StringBuilder text = new StringBuilder();
    text.append("# Linked variants: there and back\n\n");
    text.append(
        "%d variants, %d of them skipped, in %.0f seconds on %d processors.%n%n"
            .formatted(variants, skipped, seconds, Runtime.getRuntime().availableProcessors()));
    text.append("| what happened | variants | the first |\n|---|---|---|\n");
    outcomes.forEach(
        (what, numbers) ->
            text.append(
                "| %s | %d | %d |%n".formatted(what, numbers.size(), numbers.iterator().next())));
    text.append("\n| refused, because | what | by | variants |\n|---|---|---|---|\n");
    Map<String, Integer> reasons = new TreeMap<>();
    refusals.values().forEach(reason -> reasons.merge(reason, 1, Integer::sum));
    reasons.forEach((reason, count) -> text.append("| %s | %d |%n".formatted(reason, count)));
    text.append(
        """

        Each variant is linked, its packagers' tools run on it, and it is loaded or run; then it is converted, loaded, restored
        to equal code objects and loaded again, or refused before anything is written. `mvn -Plong -pl model -am test
        -Dtest=WayBackTest -Dkpack.variants.write=true` writes this file.
        """);
    return text.toString();
  }
}
