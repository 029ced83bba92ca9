package org.kpackworkbench.model.format.codeobject;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfMachine;
import org.kpackworkbench.model.format.elf.ElfNote;

/**
 * A code object: an ELF file with machine code and kernels for a GPU.
 *
 * <p>Opening reads the ELF headers only; metadata is read when it is first asked for, descriptors
 * and disassembly one kernel at a time. Immutable towards its users, safe for use by many threads.
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
   * @throws FormatException where the bytes are no 64-bit ELF file ({@code WRONG_MAGIC}, {@code
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
          .expected("%d (%s)".formatted(ElfMachine.AMDGPU, ElfMachine.name(ElfMachine.AMDGPU)))
          .found("%d (%s)".formatted(machine, ElfMachine.name(machine)))
          .build();
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

  /** What its kernels run on. V2 objects whose flags name no processor name it in a note. */
  public Processor processor() throws FormatException {
    GpuTarget stated = flags.processor().number() == 0 ? statedTarget() : null;
    Processor named = stated == null ? null : ProcessorTable.standard().byName(stated.processor());
    return named == null ? flags.processor() : named;
  }

  /** The target that the flags state; for an unknown processor with {@code 0xNN} as its name. */
  public GpuTarget targetFromFlags() {
    return flags.target();
  }

  /** The target as the metadata, in V2 a note, writes it; null where it does not. */
  public @Nullable String statedTargetText() throws FormatException {
    Metadata known = known();
    String target = known != null ? known.target() : outline().target();
    return target != null ? target : LegacyNotes.target(elf.notes());
  }

  /** The target that the metadata, in V2 a note, states; null where it does not. */
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
   * In what its flags, its metadata and the target it is filed under disagree; empty where they
   * agree. A processor whose number is not known disagrees with nothing.
   *
   * @param filed the target it is filed under; null where it is not filed
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
    ElfNote note = metadataNote();
    if (note != null && note.name().equals(METADATA_OWNER)) {
      MetadataScan.names(note.content(), names);
    }
  }

  /** The note that holds the metadata; null where there is none. */
  public @Nullable ElfNote metadataNote() {
    for (ElfNote note : elf.notes()) {
      if (note.name().equals(METADATA_OWNER) && note.type() == ElfNote.AMDGPU_METADATA) {
        return note;
      }
    }
    return LegacyNotes.metadata(elf.notes());
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
    for (Kernel kernel : kernels()) {
      if (kernel.codeSymbol().equals(place.symbol())) {
        return kernel;
      }
    }
    return null;
  }

  /** A range of this code object as one of the file, or the unpacked bytes, it is a part of. */
  ByteRange inFile(ByteRange range) {
    return new ByteRange(view().fileOffset(range.start()), range.length());
  }

  /** A kernel's descriptor; null where no symbol says where that is, as in V2. */
  public @Nullable KernelDescriptor descriptor(Kernel kernel) throws FormatException {
    ByteRange range = locate(kernel).descriptor();
    return range == null
        ? null
        : KernelDescriptor.read(view(), range.start(), processor().generation());
  }

  /** In what a kernel's metadata and descriptor disagree; empty where there is no descriptor. */
  public List<DescriptorMismatch> check(Kernel kernel) throws FormatException {
    KernelDescriptor descriptor = descriptor(kernel);
    return descriptor == null
        ? List.of()
        : DescriptorCheck.check(kernel, descriptor, locate(kernel));
  }

  private Metadata readMetadata() throws FormatException {
    ElfNote note = metadataNote();
    if (note == null) {
      return Metadata.none();
    }
    long start = note.content().fileOffset(0) - view().fileOffset(0);
    ByteRange range = new ByteRange(start, note.content().size());
    return note.name().equals(METADATA_OWNER)
        ? MetadataReader.read(note.content(), range)
        : new Metadata(
            Metadata.Form.YAML,
            range,
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
      ElfNote note = metadataNote();
      known =
          note == null || !note.name().equals(METADATA_OWNER)
              ? new MetadataScan.Outline(null, 0)
              : MetadataScan.outline(note.content());
      outline = known;
    }
    return known;
  }
}
