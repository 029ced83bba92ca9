package org.kpackworkbench.model.format.codeobject;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.GpuTarget.Feature;
import org.kpackworkbench.model.format.codeobject.CodeObjectFlags.FeatureState;
import org.kpackworkbench.model.format.codeobject.Processor.Choice;
import org.kpackworkbench.model.format.codeobject.TargetMismatch.Kind;

/**
 * Something about targets that does not agree.
 *
 * @param kind what was compared
 * @param sentence what differs, in a sentence for people
 */
public record TargetMismatch(Kind kind, String sentence) {

  /** The kinds of comparisons. */
  public enum Kind {
    /** The target it is filed under and the one that the code object states. */
    FILED_AND_STATED,
    /** The code object's flags and its metadata. */
    FLAGS_AND_METADATA
  }

  /**
   * Compares what a code object's flags say, what its metadata says, and what it is filed under.
   *
   * <p>From V4 on a feature that no target names is "any" or not supported, which is the same
   * target. Before, flags can only say "on": there, a target that does not name a feature agrees
   * with both. What is filed under several processors is for any of them. Code of a generic
   * processor may be filed under one that runs it, with its own settings, and code for any setting
   * of a feature under one setting. A processor whose number is not known is compared with nothing.
   */
  static final class TargetCheck {
    private final CodeObjectFlags flags;
    private final @Nullable GpuTarget stated;
    private final List<TargetMismatch> found = new ArrayList<>();

    private TargetCheck(CodeObjectFlags flags, @Nullable GpuTarget stated) {
      this.flags = flags;
      this.stated = stated;
    }

    /**
     * Returns the mismatches; empty where everything agrees.
     *
     * @param filed the target it is filed under; null compares flags and metadata only
     */
    static List<TargetMismatch> check(
        CodeObjectFlags flags, @Nullable GpuTarget stated, @Nullable GpuTarget filed) {
      TargetCheck check = new TargetCheck(flags, stated);
      if (stated != null) {
        check.compare(Kind.FLAGS_AND_METADATA, stated, "Its metadata states " + stated);
      }
      if (filed != null) {
        check.filed(filed);
      }
      return List.copyOf(check.found);
    }

    private void filed(GpuTarget filed) {
      int before = found.size();
      String prefix = "The code object is filed under " + filed;
      if (GpuTable.isGroup(filed.processor())) {
        family(filed, prefix);
        return;
      }
      if (flags.processor().runsOn(filed.processor())) {
        compareFeatures(Kind.FILED_AND_STATED, filed, prefix);
        return;
      }
      compare(Kind.FILED_AND_STATED, filed, prefix);
      if (stated != null && found.size() == before) {
        compareTargets(filed, stated, prefix);
      }
    }

    /** A name for several processors states no features. */
    private void family(GpuTarget filed, String prefix) {
      if (flags.processor().known()
          && !GpuTable.related(filed.processor(), flags.processor().name())) {
        add(Kind.FILED_AND_STATED, prefix + ", but its flags state " + flags.target() + ".");
      }
    }

    private void compare(Kind kind, GpuTarget target, String prefix) {
      if (flags.processor().known() && !target.processor().equals(flags.processor().name())) {
        add(kind, prefix + ", but its flags state " + flags.target() + ".");
        return;
      }
      compareFeatures(kind, target, prefix);
    }

    private void compareFeatures(Kind kind, GpuTarget target, String prefix) {
      boolean generic = flags.processor().runsOn(target.processor());
      for (String feature : List.of("sramecc", "xnack")) {
        FeatureState state = feature.equals("xnack") ? flags.xnack() : flags.sramecc();
        Boolean wanted = setting(target, feature);
        // Generic code that does not know a feature of the processor runs with any setting of it.
        boolean runs =
            kind == Kind.FILED_AND_STATED
                && (state == FeatureState.ANY || (generic && state == FeatureState.UNSUPPORTED));
        if (choice(feature) != Choice.ALWAYS_ON && !runs && !agrees(wanted, state)) {
          String any = wanted == null ? ", for any setting of " + feature : "";
          add(kind, prefix + any + ", but its flags say that " + words(feature, state) + ".");
        }
      }
    }

    private boolean agrees(@Nullable Boolean wanted, FeatureState state) {
      if (wanted == null) {
        return !flags.version().atLeast(4)
            || state == FeatureState.ANY
            || state == FeatureState.UNSUPPORTED;
      }
      return state == (wanted ? FeatureState.ON : FeatureState.OFF);
    }

    private void compareTargets(GpuTarget filed, GpuTarget stated, String prefix) {
      boolean same = filed.processor().equals(stated.processor());
      TreeSet<String> names = new TreeSet<>();
      filed.features().forEach(feature -> names.add(feature.name()));
      stated.features().forEach(feature -> names.add(feature.name()));
      for (String name : names) {
        Boolean left = setting(filed, name);
        Boolean right = setting(stated, name);
        boolean free = !flags.version().atLeast(4) && left == null;
        boolean equal = right == null || right.equals(left);
        same &= equal || free || choice(name) == Choice.ALWAYS_ON;
      }
      if (!same) {
        add(Kind.FILED_AND_STATED, prefix + ", but its metadata states " + stated + ".");
      }
    }

    private Choice choice(String feature) {
      return switch (feature) {
        case "xnack" -> flags.processor().xnack();
        case "sramecc" -> flags.processor().sramecc();
        default -> Choice.UNKNOWN;
      };
    }

    private static @Nullable Boolean setting(GpuTarget target, String name) {
      for (Feature feature : target.features()) {
        if (feature.name().equals(name)) {
          return feature.on();
        }
      }
      return null;
    }

    private static String words(String feature, FeatureState state) {
      return switch (state) {
        case ANY -> "it is for any setting of " + feature;
        case ON -> feature + " must be on";
        case OFF -> feature + " must be off";
        case UNSUPPORTED -> "it does not know " + feature;
      };
    }

    private void add(Kind kind, String sentence) {
      found.add(new TargetMismatch(kind, sentence));
    }
  }
}
