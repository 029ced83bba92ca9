package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfHeader;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.host.HostImages;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.registry.CodeStore;
import org.kpackworkbench.model.operation.restore.BundleRewrite;

/** A file that a linker has not seen yet: the bundles in its {@code .hip_fatbin}. */
final class ObjectStore implements CodeStore {
  /** Advice where code can be taken out only once a linker has seen it. */
  static final String LINK_FIRST = "Compile for fewer targets, or prune the linked binary.";

  private static final int TYPE_OFFSET = 16;

  private static final int SECTION_HEADERS_FIELD = 40;

  /** {@code ELFCLASS64} and {@code ELFDATA2LSB}, after the magic. */
  private static final short CLASS_AND_ORDER = 0x0102;

  private final ByteView view;
  private final BundledEntries entries;

  ObjectStore(ByteView view) throws FormatException {
    this.view = view;
    this.entries = new BundledEntries(groups(view));
  }

  @Override
  public List<StoredCode> entries() {
    return entries.all();
  }

  /** Whether bytes are an object file for a host, of 64 bits and little-endian if it is ELF. */
  static boolean isObject(ByteView view) throws FormatException {
    byte[] start = view.bytes(0, (int) Math.min(view.size(), ElfFile.START_BYTES));
    if (!ElfFile.isHost(start)) {
      return CoffFile.isCoff(view) && !CoffFile.isImage(start);
    }
    ByteBuffer bytes = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN);
    return bytes.getShort(Integer.BYTES) == CLASS_AND_ORDER
        && bytes.getShort(TYPE_OFFSET) == ElfHeader.OBJECT;
  }

  private record Part(HostImage.Section section, ByteRange range, List<StoredBundle> bundles) {
    List<ByteRange> ranges() {
      return bundles.stream()
          .map(StoredBundle::range)
          .map(each -> new ByteRange(each.start() - range.start(), each.length()))
          .toList();
    }

    boolean changes(Map<Integer, Set<Integer>> gone) {
      return bundles.stream().anyMatch(bundle -> gone.containsKey(bundle.index()));
    }

    NewSection with(ByteView content, List<ByteRange> after, Map<Integer, Set<Integer>> gone) {
      List<Boolean> changed =
          bundles.stream().map(bundle -> gone.containsKey(bundle.index())).toList();
      return new NewSection(section, content, ranges(), after, changed);
    }
  }

  /**
   * Returns the groups to choose from; none for an object without device code.
   *
   * @throws FormatException if the object cannot be pruned
   */
  private static List<BundleStore.Group> groups(ByteView view) throws FormatException {
    HostImage image = HostImages.read(view);
    for (FormatException problem : image.problems()) {
      throw problem;
    }
    FatBinary fat = FatBinary.read(image);
    if (fat.state() == DeviceCode.NONE) {
      return List.of();
    }
    if (fat.state() == DeviceCode.NO_SECTION_HEADERS) {
      throw FormatException.at(
              view, SECTION_HEADERS_FIELD, "object file", "section headers", Reason.UNSUPPORTED)
          .mismatch("section headers", "none that can be read");
    }
    if (!fat.relocatable().isEmpty()) {
      throw unsupported(
          view,
          (ElfSection) fat.relocatable().getFirst().section(),
          "device code in .hip_fatbin",
          "device code before device linking, in " + fat.relocatable().getFirst().section().label(),
          LINK_FIRST);
    }
    List<BundleStore.Group> groups = new ArrayList<>();
    for (Part part : parts(fat)) {
      groups.addAll(BundleStore.groups(view, part.range, part.bundles));
    }
    return groups;
  }

  /** Checks that what refers to the bundles can follow them; of compressed ones an estimate. */
  @Override
  public long sizeWithout(SortedSet<Integer> gone) throws FormatException {
    Map<Integer, Set<Integer>> without = entries.byBundle(gone);
    FatBinary fat = FatBinary.read(HostImages.read(view));
    List<NewSection> same = new ArrayList<>();
    List<NewSection> sections = new ArrayList<>();
    for (Part part : parts(fat)) {
      ByteView content = view.slice(part.range.start(), part.range.length());
      same.add(part.with(content, part.ranges(), without));
      if (part.changes(without)) {
        List<ByteRange> planned = rewrite(part, without).plan();
        ByteView zeros = ByteView.zeros("section", BundleStore.end(planned));
        sections.add(part.with(zeros, planned, without));
      }
    }
    ObjectRewrite.of(fat, same).check();
    return ObjectRewrite.of(fat, sections).sizeBytes();
  }

  private BundleRewrite rewrite(Part part, Map<Integer, Set<Integer>> without) {
    return new BundleRewrite(view, part.range, part.bundles, without);
  }

  private static List<Part> parts(FatBinary fat) throws FormatException {
    HostImage image = fat.image();
    List<Part> parts = new ArrayList<>();
    int inside = 0;
    for (HostImage.Section section : fat.fatSections()) {
      ByteRange range = image.rangeOf(section);
      List<StoredBundle> bundles =
          fat.bundles().stream()
              .filter(
                  bundle ->
                      bundle.range().start() >= range.start()
                          && bundle.range().end() <= range.end())
              .toList();
      inside += bundles.size();
      if (!range.isEmpty()) {
        parts.add(new Part(section, range, bundles));
      }
    }
    if (inside != fat.bundles().size()) {
      throw FormatException.in(
              image.view().name(), "object file", ".hip_fatbin", Reason.UNSUPPORTED)
          .mismatch(
              "all bundles in sections of this name, each once",
              "%d bundles, %d of them in such a section".formatted(fat.bundles().size(), inside));
    }
    return parts;
  }

  private static FormatException unsupported(
      ByteView view, ElfSection section, String expected, String found, String advice) {
    return FormatException.at(
            view, section.headerOffset(), "object file", section.label(), Reason.UNSUPPORTED)
        .expected(expected)
        .found(found)
        .advice(advice)
        .build();
  }

  @Override
  public void writeWithout(SortedSet<Integer> gone, Path output, Writing writing)
      throws IOException {
    Map<Integer, Set<Integer>> without = entries.byBundle(gone);
    FatBinary fat = FatBinary.read(HostImages.read(view), writing.progress());
    List<NewSection> sections = new ArrayList<>();
    List<OpenFile> open = new ArrayList<>();
    try {
      for (Part part : parts(fat)) {
        if (part.changes(without)) {
          Path made =
              output.resolveSibling(output.getFileName() + ".section" + part.section.index());
          List<ByteRange> now = rewrite(part, without).write(made, writing);
          OpenFile opened = OpenFile.open(made);
          open.add(opened);
          sections.add(part.with(opened.view(), now, without));
        }
      }
      ObjectRewrite.of(fat, sections).result().writeTo(output);
    } finally {
      for (OpenFile opened : open) {
        opened.close();
        Files.deleteIfExists(opened.path());
      }
    }
  }
}
