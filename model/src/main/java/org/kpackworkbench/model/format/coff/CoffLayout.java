package org.kpackworkbench.model.format.coff;

import java.util.ArrayList;
import java.util.List;

/** The rules that Windows' loader has for the sections of a program or DLL. */
public final class CoffLayout {
  private static final long MOST_SYMBOL_BYTES = 128L << 20;

  private CoffLayout() {}

  /**
   * A fault.
   *
   * @param headerOffset the offset of the header that is wrong
   * @param what the fault as a sentence
   */
  public record CoffFault(long headerOffset, String what) {}

  /** The first multiple of a step from a value on; a step of 0 counts as 1. */
  public static long alignUp(long value, long step) {
    long atLeastOne = Math.max(step, 1);
    return Math.ceilDiv(value, atLeastOne) * atLeastOne;
  }

  /** Lists what Windows would refuse. */
  public static List<CoffFault> faults(CoffFile file) {
    ImageHeader header = file.header();
    if (header == null) {
      return List.of();
    }
    List<CoffFault> faults = new ArrayList<>();
    if (!file.sections().isEmpty()) {
      CoffSection last = file.sections().getLast();
      long tableEnd = last.headerOffset() + CoffSection.HEADER_SIZE_BYTES;
      if (tableEnd > header.headersSizeBytes()) {
        faults.add(
            new CoffFault(
                last.headerOffset(),
                "The table of sections ends at 0x%x, behind the headers' end at 0x%x."
                    .formatted(tableEnd, header.headersSizeBytes())));
      }
    }
    if (isUneven(header.headersSizeBytes(), header.fileAlignment())) {
      faults.add(
          new CoffFault(
              header.offset() + ImageHeader.HEADERS_SIZE,
              "The headers end at 0x%x, expected a multiple of %d."
                  .formatted(header.headersSizeBytes(), header.fileAlignment())));
    }
    long memoryEnd =
        header.imageBase() + alignUp(header.headersSizeBytes(), header.sectionAlignment());
    long fileEnd = header.headersSizeBytes();
    for (CoffSection section : file.sections()) {
      if (section.address() != memoryEnd) {
        faults.add(
            new CoffFault(
                section.headerOffset(),
                "%s is loaded at 0x%x, expected 0x%x, where the part before it ends."
                    .formatted(section.label(), section.address(), memoryEnd)));
      }
      memoryEnd =
          header.imageBase()
              + alignUp(
                  section.address() - header.imageBase() + section.sizeBytes(),
                  header.sectionAlignment());
      if (!section.isNoBits()) {
        if (section.fileOffset() < fileEnd
            || isUneven(section.fileOffset(), header.fileAlignment())) {
          faults.add(
              new CoffFault(
                  section.headerOffset(),
                  "%s is at 0x%x of the file, expected a multiple of %d from 0x%x on."
                      .formatted(
                          section.label(), section.fileOffset(), header.fileAlignment(), fileEnd)));
        }
        fileEnd = section.fileOffset() + section.fileSizeBytes();
      }
    }
    return List.copyOf(faults);
  }

  /** Lists the directories and the entry point that lead to nothing that is loaded. */
  public static List<CoffFault> astray(CoffFile file, ImageHeader header) {
    List<CoffFault> faults = new ArrayList<>();
    for (ImageHeader.Directory directory : header.directories()) {
      // Signatures are not loaded.
      boolean signed = directory.kind() == ImageHeader.DirectoryKind.CERTIFICATES;
      long end = directory.address() + directory.sizeBytes();
      if (signed
          ? end > file.view().size()
          : !isLoaded(file, header, directory.address(), directory.sizeBytes())) {
        faults.add(
            new CoffFault(
                header.offset() + ImageHeader.DIRECTORIES + 8L * directory.kind().ordinal(),
                "Its %s are %d bytes at 0x%x %s."
                    .formatted(
                        directory.kind().words(),
                        directory.sizeBytes(),
                        directory.address(),
                        signed
                            ? "of the file, which ends before"
                            : "from its base, which no section holds")));
      }
    }
    if (header.entryPoint() != 0 && !isLoaded(file, header, header.entryPoint(), 1)) {
      faults.add(
          new CoffFault(
              header.offset() + ImageHeader.ENTRY_POINT,
              "Its entry point is 0x%x from its base, where no section is."
                  .formatted(header.entryPoint())));
    }
    return List.copyOf(faults);
  }

  private static boolean isLoaded(CoffFile file, ImageHeader header, long address, long size) {
    return size == 0
        || address + size <= header.headersSizeBytes()
        || file.sectionAt(header.imageBase() + address)
            .map(section -> section.address() - header.imageBase() + section.sizeBytes())
            .filter(end -> address + size <= alignUp(end, header.sectionAlignment()))
            .isPresent();
  }

  private static boolean isUneven(long value, long alignment) {
    return alignment > 0 && value % alignment != 0;
  }

  /** The size in memory that the sections of a program need. */
  public static long imageSize(CoffFile file, ImageHeader header) {
    return imageSize(file, header, file.sections().size());
  }

  /** The size in memory that the first sections of a program need. */
  public static long imageSize(CoffFile file, ImageHeader header, int count) {
    long end = header.headersSizeBytes();
    for (CoffSection section : file.sections().subList(0, count)) {
      end = Math.max(end, section.address() - header.imageBase() + section.sizeBytes());
    }
    return alignUp(end, header.sectionAlignment());
  }

  /**
   * The number of sections without the debug data at the end. A section behind that would leave a
   * gap, which Windows refuses, once debug data is stripped. With more symbols than can be numbered
   * anew in memory it is the number of all.
   */
  public static int keptCount(CoffFile file) {
    int count = file.sections().size();
    boolean movable = file.symbols().length() <= MOST_SYMBOL_BYTES;
    while (movable && count > 0 && file.sections().get(count - 1).isDebugData()) {
      count--;
    }
    return count;
  }

  /** The offset of the file where linkers put a section: behind the bytes of those before it. */
  public static long before(CoffFile file, ImageHeader header, int index) {
    long end = header.headersSizeBytes();
    for (CoffSection section : file.sections().subList(0, index)) {
      end =
          section.isNoBits() ? end : Math.max(end, section.fileOffset() + section.fileSizeBytes());
    }
    return end;
  }

  /** The offset behind the bytes of all sections. */
  public static long storedEnd(CoffFile file, ImageHeader header) {
    return before(file, header, file.sections().size());
  }
}
