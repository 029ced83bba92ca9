package org.kpackworkbench.model.format.codeobject;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.GpuTarget.Feature;
import org.kpackworkbench.model.format.codeobject.CodeObjectFlags.CodeObjectVersion;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelLocation;
import org.kpackworkbench.model.format.codeobject.KernelDescriptor.DescriptorMismatch;
import org.kpackworkbench.model.format.codeobject.ProcessorTable.Generation;
import org.kpackworkbench.model.format.codeobject.TargetMismatch.TargetCheck;
import org.kpackworkbench.model.format.elf.AddressMap;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfMachine;
import org.kpackworkbench.model.format.elf.ElfNote;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.SymbolTable;

/**
 * A code object: an ELF file with machine code and kernels for a GPU.
 *
 * <p>Opening reads the ELF headers only; metadata is read on first use, descriptors and disassembly
 * one kernel at a time. Immutable towards its users, safe for use by many threads.
 *
 * <p>Every method throws {@link FormatException} where the file shrank or was closed meanwhile, and
 * for nothing else unless it says so.
 */
public final class CodeObject {
  private static final String METADATA_OWNER = "AMDGPU";

  private final ElfFile elf;
  private final CodeObjectFlags flags;
  private final KernelLocator locator;

  private @Nullable Metadata metadata;
  private MetadataScan.@Nullable Outline outline;

  private CodeObject(ElfFile elf, CodeObjectFlags flags) {
    this.elf = elf;
    this.flags = flags;
    this.locator = new KernelLocator(elf);
  }

  /** Whether the bytes start like an ELF file for an AMD GPU. */
  public static boolean isCodeObject(ByteView view) throws FormatException {
    return view.size() >= 20 && ElfFile.isElf(view) && view.u16(18) == ElfMachine.AMDGPU;
  }

  /**
   * Opens a code object.
   *
   * @throws FormatException if the bytes are no 64-bit ELF file ({@code WRONG_MAGIC}, {@code
   *     TRUNCATED}, {@code UNSUPPORTED}) or one for another machine ({@code BAD_VALUE})
   */
  public static CodeObject read(ByteView view) throws FormatException {
    return of(ElfFile.read(view));
  }

  /** A code object whose ELF file is open already; see {@link #read}. */
  public static CodeObject of(ElfFile elf) throws FormatException {
    int machine = elf.header().machine();
    if (machine != ElfMachine.AMDGPU) {
      throw FormatException.at(elf.view(), 18, "code object", "machine", Reason.BAD_VALUE)
          .mismatch(
              "%d (%s)".formatted(ElfMachine.AMDGPU, ElfMachine.name(ElfMachine.AMDGPU)),
              "%d (%s)".formatted(machine, ElfMachine.name(machine)));
    }
    CodeObjectVersion version = CodeObjectVersion.ofAbi(elf.header().abiVersion());
    return new CodeObject(
        elf, CodeObjectFlags.decode(elf.header().flags(), version, ProcessorTable.standard()));
  }

  /** Its bytes. */
  public ByteView view() {
    return elf.view();
  }

  /** Its sections, symbols, notes, and what of them is broken. */
  public ElfFile elf() {
    return elf;
  }

  /** V2 to V6. */
  public CodeObjectVersion version() {
    return flags.version();
  }

  /** The ELF header's flags, decoded. */
  public CodeObjectFlags flags() {
    return flags;
  }

  /**
   * Returns the processor that the kernels run on. V2 objects whose flags name no processor name it
   * in a note.
   */
  public Processor processor() throws FormatException {
    GpuTarget stated = flags.processor().number() == 0 ? statedTarget() : null;
    Processor named = stated == null ? null : ProcessorTable.standard().byName(stated.processor());
    return named == null ? flags.processor() : named;
  }

  /** The target that the flags state; for an unknown processor with {@code 0xNN} as its name. */
  public GpuTarget targetFromFlags() {
    return flags.target();
  }

  /** The target as the metadata, in V2 a note, writes it; null if it does not. */
  public @Nullable String statedTargetText() throws FormatException {
    Metadata known = known();
    String target = known != null ? known.target() : outline().target();
    return target != null ? target : LegacyNotes.target(elf.notes());
  }

  /** The target that the metadata, in V2 a note, states; null if it does not. */
  public @Nullable GpuTarget statedTarget() throws FormatException {
    String text = statedTargetText();
    return text == null ? null : LegacyNotes.parse(text);
  }

  /** The target that it is for: from the flags, or where these name no known one, as stated. */
  public GpuTarget target() throws FormatException {
    GpuTarget stated = flags.processor().known() ? null : statedTarget();
    return stated == null ? flags.target() : stated;
  }

  /**
   * In what its flags, its metadata and the target it is filed under disagree; empty if they agree.
   * A processor whose number is not known disagrees with nothing.
   *
   * @param filed the target it is filed under; null if it is not filed
   */
  public List<TargetMismatch> mismatches(@Nullable GpuTarget filed) throws FormatException {
    return TargetCheck.check(flags, statedTarget(), filed);
  }

  /** How many kernels the metadata lists; found without reading them. */
  public long kernelCount() throws FormatException {
    Metadata known = known();
    return known != null ? known.kernels().size() : outline().kernelCount();
  }

  /** All metadata; read once. What is broken in it is listed there. */
  public synchronized Metadata metadata() throws FormatException {
    Metadata known = metadata;
    if (known == null) {
      known = readMetadata();
      metadata = known;
    }
    return known;
  }

  /** The kernels that the metadata lists. */
  public List<Kernel> kernels() throws FormatException {
    return metadata().kernels();
  }

  /** Hands over the name of each kernel, in order, without reading more of it. */
  void forEachKernelName(Consumer<String> names) throws FormatException {
    for (ElfNote note : metadataNotes()) {
      if (isMetadata(note)) {
        MetadataScan.names(note.content(), names);
      }
    }
  }

  /**
   * The notes that hold the metadata. A linker keeps the note of each object file that it links;
   * runtimes take the kernels of all of them.
   */
  public List<ElfNote> metadataNotes() {
    List<ElfNote> found = elf.notes().stream().filter(CodeObject::isMetadata).toList();
    ElfNote legacy = found.isEmpty() ? LegacyNotes.metadata(elf.notes()) : null;
    return legacy == null ? found : List.of(legacy);
  }

  private static boolean isMetadata(ElfNote note) {
    return note.name().equals(METADATA_OWNER) && note.type() == ElfNote.AMDGPU_METADATA;
  }

  /** Where a kernel's code and descriptor lie. */
  public KernelLocation locate(Kernel kernel) throws FormatException {
    return locator.locate(kernel);
  }

  /**
   * The place of a kernel.
   *
   * @param parent the code object's place
   */
  public Place.Kernel placeOf(Kernel kernel, Place parent) throws FormatException {
    ByteRange code = locate(kernel).code();
    return new Place.Kernel(parent, kernel.codeSymbol(), code == null ? null : inFile(code));
  }

  /** The first kernel whose code has this symbol, as {@link #placeOf} names it; null for none. */
  public @Nullable Kernel kernelOf(Place.Kernel place) throws FormatException {
    return kernels().stream()
        .filter(kernel -> kernel.codeSymbol().equals(place.symbol()))
        .findFirst()
        .orElse(null);
  }

  /** A range of this code object as one of the file, or the unpacked bytes, it is a part of. */
  ByteRange inFile(ByteRange range) {
    return new ByteRange(view().fileOffset(range.start()), range.length());
  }

  /** A kernel's descriptor; null if no symbol says where that is, as in V2. */
  public @Nullable KernelDescriptor descriptor(Kernel kernel) throws FormatException {
    ByteRange range = locate(kernel).descriptor();
    return range == null
        ? null
        : KernelDescriptor.read(view(), range.start(), processor().generation());
  }

  /** In what a kernel's metadata and descriptor disagree; empty if there is no descriptor. */
  public List<DescriptorMismatch> check(Kernel kernel) throws FormatException {
    KernelDescriptor descriptor = descriptor(kernel);
    return descriptor == null
        ? List.of()
        : DescriptorCheck.check(kernel, descriptor, locate(kernel));
  }

  private Metadata readMetadata() throws FormatException {
    List<ElfNote> notes = metadataNotes();
    if (notes.isEmpty()) {
      return Metadata.none();
    }
    long start = view().fileOffset(0);
    List<ByteRange> ranges =
        notes.stream()
            .map(ElfNote::content)
            .map(content -> new ByteRange(content.fileOffset(0) - start, content.size()))
            .toList();
    ElfNote note = notes.getFirst();
    return isMetadata(note)
        ? MetadataReader.read(notes, ranges)
        : new Metadata(
            Metadata.Form.YAML,
            ranges,
            "",
            null,
            List.of(),
            List.of(),
            java.util.Map.of(),
            LegacyNotes.text(note),
            List.of());
  }

  private synchronized @Nullable Metadata known() {
    return metadata;
  }

  private synchronized MetadataScan.Outline outline() throws FormatException {
    MetadataScan.Outline known = outline;
    if (known == null) {
      known = new MetadataScan.Outline(null, 0);
      for (ElfNote note : metadataNotes()) {
        if (isMetadata(note)) {
          known = known.with(MetadataScan.outline(note.content()));
        }
      }
      outline = known;
    }
    return known;
  }

  /**
   * Compares a kernel's metadata with its descriptor.
   *
   * <p>Sizes and modes must be equal. Registers are given out in blocks, and a compiler may reserve
   * more than the kernel uses, so there the descriptor must only be large enough.
   */
  private static final class DescriptorCheck {
    private final List<DescriptorMismatch> found = new ArrayList<>();

    private DescriptorCheck() {}

    static List<DescriptorMismatch> check(
        Kernel kernel, KernelDescriptor descriptor, KernelLocation location) {
      DescriptorCheck check = new DescriptorCheck();
      check.equal(
          "GROUP_SEGMENT_FIXED_SIZE",
          kernel.ldsBytes(),
          descriptor.groupSegmentFixedSizeBytes(),
          "bytes of local memory");
      check.equal(
          "PRIVATE_SEGMENT_FIXED_SIZE",
          kernel.scratchBytes(),
          descriptor.privateSegmentFixedSizeBytes(),
          "bytes of scratch memory");
      if (descriptor.kernargSizeBytes() != 0) {
        check.equal(
            "KERNARG_SIZE",
            kernel.kernargBytes(),
            descriptor.kernargSizeBytes(),
            "bytes of arguments");
      }
      check.waves(kernel, descriptor);
      check.enough("GRANULATED_WORKITEM_VGPR_COUNT", kernel.vgprs(), descriptor.vgprs(), "vector");
      check.enough("GRANULATED_WAVEFRONT_SGPR_COUNT", kernel.sgprs(), descriptor.sgprs(), "scalar");
      check.same(
          "USES_DYNAMIC_STACK",
          kernel.usesDynamicStack(),
          descriptor.usesDynamicStack(),
          "a stack that grows");
      check.same(
          "WGP_MODE",
          kernel.workgroupProcessorMode(),
          descriptor.workgroupProcessorMode(),
          "work-groups on both compute units");
      check.entry(descriptor, location);
      return List.copyOf(check.found);
    }

    private void waves(Kernel kernel, KernelDescriptor descriptor) {
      if (descriptor.generation() != Generation.UNKNOWN) {
        equal(
            "ENABLE_WAVEFRONT_SIZE32",
            kernel.wavefrontSize(),
            descriptor.waveSize(),
            "work-items in a wave");
      }
    }

    private void equal(String field, long metadata, long descriptor, String what) {
      if (metadata != Kernel.NOT_STATED && metadata != descriptor) {
        add(field, Long.toString(metadata), Long.toString(descriptor), what);
      }
    }

    private void enough(String field, long metadata, OptionalInt descriptor, String what) {
      if (descriptor.isPresent() && metadata > descriptor.getAsInt()) {
        add(
            field,
            Long.toString(metadata),
            Integer.toString(descriptor.getAsInt()),
            what + " registers");
      }
    }

    private void same(String field, @Nullable Boolean metadata, boolean descriptor, String what) {
      if (metadata != null && metadata != descriptor) {
        add(field, metadata ? "yes" : "no", descriptor ? "yes" : "no", "for " + what);
      }
    }

    private void entry(KernelDescriptor descriptor, KernelLocation location) {
      if (location.codeAddress() < 0 || location.descriptorAddress() < 0) {
        return;
      }
      long entry = location.descriptorAddress() + descriptor.kernelCodeEntryByteOffset();
      if (entry != location.codeAddress()) {
        String stated = "0x%x".formatted(location.codeAddress());
        String found = "0x%x".formatted(entry);
        this.found.add(
            new DescriptorMismatch(
                "KERNEL_CODE_ENTRY_BYTE_OFFSET",
                stated,
                found,
                "The code's symbol is at %s, but the descriptor starts the kernel at %s."
                    .formatted(stated, found)));
      }
    }

    private void add(String field, String metadata, String descriptor, String what) {
      found.add(
          new DescriptorMismatch(
              field,
              metadata,
              descriptor,
              "The metadata states %s %s, the descriptor %s."
                  .formatted(metadata, what, descriptor)));
    }
  }

  /** Finds kernels' code and descriptors by their symbols. Safe for use by many threads. */
  private static final class KernelLocator {
    private final ElfFile elf;
    private final @Nullable SymbolTable symbols;

    KernelLocator(ElfFile elf) {
      this.elf = elf;
      SymbolTable all = elf.staticSymbols().orElse(null);
      this.symbols = all != null ? all : elf.dynamicSymbols().orElse(null);
    }

    KernelLocation locate(Kernel kernel) throws FormatException {
      ElfSymbol code = named(kernel.codeSymbol());
      ElfSymbol descriptor = named(kernel.symbol());
      return new KernelLocation(
          code == null ? null : bytes(code, code.sizeBytes()),
          address(code),
          descriptor == null ? null : whole(bytes(descriptor, KernelDescriptor.SIZE_BYTES)),
          address(descriptor));
    }

    private long address(@Nullable ElfSymbol symbol) {
      return symbol == null || elf.header().isObject() ? -1 : symbol.value();
    }

    private @Nullable ElfSymbol named(String name) throws FormatException {
      if (name.isEmpty() || symbols == null) {
        return null;
      }
      ElfSymbol found = symbols.named(name).orElse(null);
      return found == null || found.isUndefined() ? null : found;
    }

    private static @Nullable ByteRange whole(@Nullable ByteRange range) {
      return range != null && range.length() == KernelDescriptor.SIZE_BYTES ? range : null;
    }

    /** The bytes that a symbol represents, as far as the file has them. */
    private @Nullable ByteRange bytes(ElfSymbol symbol, long size) {
      long start;
      if (elf.header().isObject()) {
        if (symbol.section() <= 0 || symbol.section() >= elf.sections().size()) {
          return null;
        }
        ElfSection section = elf.sections().get(symbol.section());
        start = section.isNoBits() ? -1 : section.fileOffset() + symbol.value();
      } else {
        start =
            elf.addresses().locate(symbol.value()) instanceof AddressMap.InFile in
                ? in.fileOffset()
                : -1;
      }
      long end = elf.view().size();
      return start < 0 || start >= end || size < 0
          ? null
          : new ByteRange(start, Math.min(size, end - start));
    }
  }

  /**
   * The notes of V2 code objects, whose owner is {@code AMD}.
   *
   * <p>See "Code Object V2 Note Records" in LLVM's AMDGPU usage guide.
   */
  private static final class LegacyNotes {
    private static final String OWNER = "AMD";
    private static final int ISA_VERSION = 3;
    private static final int METADATA = 10;
    private static final int ISA_NAME = 11;
    private static final int LONGEST_TEXT_BYTES = 1 << 20;
    private static final Pattern OLD_FEATURE = Pattern.compile("([+-])(xnack|sram-?ecc)");

    private LegacyNotes() {}

    /** The note with the metadata's YAML text; null if there is none. */
    static @Nullable ElfNote metadata(List<ElfNote> notes) {
      return find(notes, METADATA);
    }

    /** The text of a note, up to its final zero bytes; at most a mebibyte. */
    static String text(ElfNote note) throws FormatException {
      ByteView content = note.content();
      String text = content.text(0, (int) Math.min(LONGEST_TEXT_BYTES, content.size()));
      int end = text.length();
      while (end > 0 && text.charAt(end - 1) == 0) {
        end--;
      }
      return text.substring(0, end);
    }

    /** The target that the notes name; null if none does. */
    static @Nullable String target(List<ElfNote> notes) throws FormatException {
      ElfNote name = find(notes, ISA_NAME);
      if (name != null && name.content().size() > 0) {
        return text(name);
      }
      ElfNote version = find(notes, ISA_VERSION);
      return version == null ? null : isa(version);
    }

    private static String isa(ElfNote note) throws FormatException {
      StructReader reader = new StructReader(note.content(), 0, "ISA version note");
      reader.skip("name sizes", 4);
      long major = reader.u32("major version");
      long minor = reader.u32("minor version");
      long stepping = reader.u32("stepping");
      return String.format(Locale.ROOT, "gfx%d%d%x", major, minor, stepping);
    }

    /** Reads a target, also as it was written before V4: {@code gfx906+sram-ecc-xnack}. */
    static GpuTarget parse(String text) {
      GpuTarget target = GpuTarget.lenient(text);
      Matcher feature = OLD_FEATURE.matcher(target.processor());
      if (!feature.find() || feature.start() == 0) {
        return target;
      }
      String processor = target.processor().substring(0, feature.start());
      List<Feature> features = new ArrayList<>(target.features());
      do {
        features.add(new Feature(feature.group(2).replace("-", ""), feature.group(1).equals("+")));
      } while (feature.find());
      return new GpuTarget(processor, features);
    }

    private static @Nullable ElfNote find(List<ElfNote> notes, int type) {
      return notes.stream()
          .filter(note -> note.name().equals(OWNER) && note.type() == type)
          .findFirst()
          .orElse(null);
    }
  }
}
