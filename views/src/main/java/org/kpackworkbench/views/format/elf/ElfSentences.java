package org.kpackworkbench.views.format.elf;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfHeader;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.views.kit.overview.TargetShare;

/** Says what a host binary is, for somebody who sees one for the first time. */
final class ElfSentences {
  private ElfSentences() {}

  /** What kind of file it is, e.g. {@code "a shared library for x86-64"}. */
  static String kind(ElfFile elf) {
    String what =
        switch (elf.header().type()) {
          case ElfHeader.OBJECT -> "an object file, not linked yet,";
          case ElfHeader.EXECUTABLE -> "a program at fixed addresses";
          case ElfHeader.SHARED ->
              elf.isPositionIndependentProgram()
                  ? "a position-independent program"
                  : "a shared library";
          default -> "a file of type “%s”".formatted(elf.header().typeName());
        };
    return "%s for %s".formatted(what, elf.header().machineName());
  }

  /** The state in a few words. */
  static String state(DeviceCode state) {
    return switch (state) {
      case NONE -> "no GPU code";
      case FAT -> "fat";
      case HOST_ONLY -> "host-only";
      case HALF_CONVERTED -> "half-converted";
      case NO_WRAPPERS -> "GPU code without wrappers";
      case RELOCATABLE -> "GPU code not linked yet";
      case NO_SECTION_HEADERS -> "no section headers";
    };
  }

  /** Whether a file in this state does what its makers meant. */
  static boolean well(DeviceCode state) {
    return state != DeviceCode.HALF_CONVERTED && state != DeviceCode.NO_SECTION_HEADERS;
  }

  /** What it has of device code and what that means. */
  static List<String> deviceCode(FatBinary fat, List<TargetShare> targets) {
    List<String> all = new ArrayList<>();
    switch (fat.state()) {
      case NONE ->
          all.add(
              "It holds no GPU code, and nothing in it leads to any. It runs on the host alone.");
      case FAT -> fat(fat, targets, all);
      case HOST_ONLY -> hostOnly(fat, all);
      case HALF_CONVERTED ->
          all.add(
              "It is half-converted: some of it says that its GPU code is inside, some that it is in"
                  + " archives. A program that loads it may not get its GPU code.");
      case NO_WRAPPERS ->
          all.add(
              "It holds GPU code%s, but no wrappers that hand it to the HIP runtime: it is registered"
                      .formatted(inside(fat, targets))
                  + " another way. Such a file cannot be made host-only.");
      case RELOCATABLE ->
          all.add(
              "Its GPU code was compiled for linking later (-fgpu-rdc): %s hold it, and device"
                      .formatted(Words.count(fat.relocatable().size(), "section", "sections"))
                  + " linking makes the bundle that programs load.");
      case NO_SECTION_HEADERS ->
          all.add(
              "It has no section headers that can be read: wrappers and marker cannot be found by"
                  + " name."
                  + (fat.bundles().isEmpty()
                      ? " Whether it has GPU code is not known."
                      : " GPU code%s, lies inside it.".formatted(inside(fat, targets))));
    }
    return List.copyOf(all);
  }

  private static void fat(FatBinary fat, List<TargetShare> targets, List<String> all) {
    int wrappers = fat.wrappers().size();
    boolean object = fat.elf().header().isObject();
    all.add(
        "It is fat: GPU code%s, lies inside it. %s to the HIP runtime when %s is loaded."
            .formatted(
                inside(fat, targets),
                wrappers == 1 ? "1 wrapper hands it" : wrappers + " wrappers hand it",
                object ? "the program or library that it is linked into" : "the file"));
    if (!object) {
      all.add(
          "Made host-only, this code moves into .kpack archives, one for each target, and machines"
              + " need only the archives for the GPUs they have.");
    }
    long orphans = fat.bundles().stream().filter(bundle -> bundle.wrappers().isEmpty()).count();
    if (orphans > 0) {
      all.add(
          orphans == 1
              ? "No wrapper points to 1 of the bundles; a runtime never sees what is in it."
              : "No wrapper points to %d of the bundles; a runtime never sees what is in them."
                  .formatted(orphans));
    }
  }

  private static String inside(FatBinary fat, List<TargetShare> targets) {
    long bytes = fat.bundles().stream().map(StoredBundle::range).mapToLong(r -> r.length()).sum();
    Set<String> names = new TreeSet<>();
    targets.forEach(share -> names.add(share.target().toString()));
    String forTargets =
        names.isEmpty() ? "" : " for " + Words.count(names.size(), "GPU target", "GPU targets");
    return "%s, %s in %s"
        .formatted(
            forTargets, SizeText.of(bytes), Words.count(fat.bundles().size(), "bundle", "bundles"));
  }

  private static void hostOnly(FatBinary fat, List<String> all) {
    Marker marker = fat.marker();
    String name = marker == null ? null : marker.kernelName();
    all.add(
        "It is host-only: its GPU code is in .kpack archives. %s to a marker, which says where they are%s."
            .formatted(
                fat.wrappers().size() == 1
                    ? "Its wrapper leads"
                    : "Its %d wrappers lead".formatted(fat.wrappers().size()),
                name == null ? "" : " and what its code is called in them: " + name));
  }
}
