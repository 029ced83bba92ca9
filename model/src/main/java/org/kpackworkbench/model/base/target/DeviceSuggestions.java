package org.kpackworkbench.model.base.target;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Targets and devices for the beginning of a name, in the order of suggestions. Immutable. */
public final class DeviceSuggestions {
  private final List<Suggestion> all;

  /**
   * A GPU or several.
   *
   * @param text what to type for it
   * @param detail what it is, in a few words
   * @param targets the targets that it represents
   */
  public record Suggestion(String text, String detail, List<GpuTarget> targets) {
    public Suggestion {
      targets = List.copyOf(targets);
    }
  }

  /**
   * Suggestions, those that occur first.
   *
   * @param occurring targets that there is code for
   */
  public DeviceSuggestions(Collection<GpuTarget> occurring) {
    Map<String, Suggestion> made = new LinkedHashMap<>();
    for (GpuTarget target : occurring) {
      List<String> called = products(target.processor());
      String detail = "there is code for it";
      add(
          made,
          target.toString(),
          called.isEmpty() ? detail : detail + " · " + String.join(", ", called),
          List.of(target));
    }
    List<String> processors =
        GpuTable.processors().stream()
            .map(GpuTable.Listed::name)
            .filter(GpuTable::isDevice)
            .toList();
    for (String processor : processors) {
      add(
          made,
          processor,
          String.join(", ", products(processor)),
          List.of(GpuTarget.of(processor)));
    }
    for (String processor : processors) {
      products(processor)
          .forEach(name -> add(made, name, processor, List.of(GpuTarget.of(processor))));
    }
    for (String group : GpuTable.groups()) {
      List<GpuTarget> members = GpuTable.members(group).stream().map(GpuTarget::of).toList();
      String names = String.join(", ", members.stream().map(GpuTarget::toString).toList());
      add(made, group, "family: " + names, members);
    }
    all = List.copyOf(made.values());
  }

  private static List<String> products(String processor) {
    return GpuTable.products().getOrDefault(processor, List.of()).stream()
        .map(GpuTable.Product::name)
        .toList();
  }

  private static void add(
      Map<String, Suggestion> made, String text, String detail, List<GpuTarget> targets) {
    made.putIfAbsent(text, new Suggestion(text, detail, targets));
  }

  /**
   * Returns the possible meanings of a text: names that begin with it before names that contain it.
   *
   * @param typed what was typed; where it is empty, the first of all
   * @param most return no more than this many
   */
  public List<Suggestion> of(String typed, int most) {
    String wanted = plain(typed);
    List<Suggestion> first = new ArrayList<>();
    List<Suggestion> later = new ArrayList<>();
    for (Suggestion each : all) {
      String name = plain(each.text());
      if (name.startsWith(wanted)) {
        first.add(each);
      } else if (name.contains(wanted) || plain(each.detail()).contains(wanted)) {
        later.add(each);
      }
    }
    first.addAll(later);
    return List.copyOf(first.subList(0, Math.min(most, first.size())));
  }

  private static String plain(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9:+]", "");
  }
}
