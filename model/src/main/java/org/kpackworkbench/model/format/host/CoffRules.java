package org.kpackworkbench.model.format.host;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.NamedRule;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Rule.Check;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.coff.CheckSum;
import org.kpackworkbench.model.format.coff.CoffLayout;
import org.kpackworkbench.model.format.coff.ImageHeader;
import org.kpackworkbench.model.format.coff.ImageTables;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.Wrapper;

/** Rules about Windows binaries. Those about wrappers and bundles are the same as for ELF files. */
final class CoffRules {
  private static final int POINTER_AT = 8;
  private static final int NO_RELOCATIONS = 1;

  static final List<Rule<?>> ALL =
      List.of(
          rule(
              "windows-reads",
              "The headers of a Windows binary can be read.",
              (subject, sink) -> {
                for (FormatException problem : subject.coff().problems()) {
                  sink.problem(subject.place(), problem, NamedRule.LINK_AGAIN);
                }
              }),
          rule(
              "windows-sections",
              "The sections of a Windows program are aligned and in order, in memory and file.",
              CoffRules::sections),
          rule(
              "windows-image-size",
              "A Windows program states the size that its sections have in memory.",
              CoffRules::imageSize),
          rule(
              "windows-directories",
              "The directories and the entry point of a Windows program lead into its sections.",
              CoffRules::directories),
          rule(
              "windows-check-sum",
              "The check sum of a Windows program is true, where it has one.",
              CoffRules::checkSum),
          rule(
              "windows-wrapper-relocation",
              "The pointers of wrappers are in the base relocations of a DLL that may be moved.",
              CoffRules::wrapperRelocations));

  private CoffRules() {}

  private static Rule<CoffSubject> rule(String name, String sentence, Check<CoffSubject> check) {
    return Rule.of(CoffSubject.class, name, sentence, check);
  }

  private static void sections(CoffSubject subject, Sink sink) {
    for (CoffLayout.CoffFault fault : CoffLayout.faults(subject.coff())) {
      sink.error(
          subject.place(),
          fault.headerOffset(),
          fault.what(),
          "Windows refuses to load it; link it again.");
    }
  }

  private static void imageSize(CoffSubject subject, Sink sink) {
    ImageHeader header = subject.coff().header();
    if (header == null || subject.coff().sections().isEmpty()) {
      return;
    }
    long size = CoffLayout.imageSize(subject.coff(), header);
    if (size != header.imageSizeBytes()) {
      sink.error(
          subject.place(),
          header.offset() + ImageHeader.IMAGE_SIZE,
          "Its header states %d bytes in memory; its sections need %d."
              .formatted(header.imageSizeBytes(), size),
          "Windows refuses to load it; link it again.");
    }
  }

  private static void directories(CoffSubject subject, Sink sink) throws IOException {
    ImageHeader header = subject.coff().header();
    if (header == null) {
      return;
    }
    List<CoffLayout.CoffFault> faults = CoffLayout.astray(subject.coff(), header);
    for (CoffLayout.CoffFault fault : faults) {
      sink.error(subject.place(), fault.headerOffset(), fault.what(), NamedRule.LINK_AGAIN);
    }
    if (faults.isEmpty()) {
      for (FormatException problem : ImageTables.read(subject.coff()).problems()) {
        sink.problem(subject.place(), problem, NamedRule.LINK_AGAIN);
      }
    }
  }

  private static void checkSum(CoffSubject subject, Sink sink) throws IOException {
    ImageHeader header = subject.coff().header();
    if (header == null || header.checkSum() == 0) {
      return;
    }
    long sum = CheckSum.of(subject.coff().view(), header.offset() + ImageHeader.CHECK_SUM);
    if (sum != header.checkSum()) {
      sink.add(
          Severity.WARNING,
          subject.place(),
          header.offset() + ImageHeader.CHECK_SUM,
          "Its check sum is 0x%x; its bytes have 0x%x.".formatted(header.checkSum(), sum),
          "A tool changed it and left the sum alone. Only drivers need a true one.");
    }
  }

  private static void wrapperRelocations(CoffSubject subject, Sink sink) {
    ImageHeader header = subject.coff().header();
    if (header == null || (subject.coff().flags() & NO_RELOCATIONS) != 0) {
      return;
    }
    FatBinary fat = subject.fat();
    Set<Long> relocated = new HashSet<>();
    subject.coff().relocatedPointers().forEach(relocated::add);
    for (Wrapper wrapper : fat.wrappers()) {
      if (!relocated.contains(wrapper.address() + POINTER_AT)) {
        sink.error(
            OffloadPlaces.of(fat, subject.place()).wrapper(wrapper),
            wrapper.range().start() + POINTER_AT,
            "The pointer of wrapper %d is in no base relocation.".formatted(wrapper.index()),
            "Where the DLL is not loaded at its own address, a runtime follows it to other bytes;"
                + " link it again.");
      }
    }
  }
}
