package org.kpackworkbench.model.format.codeobject;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.format.codeobject.DescriptorBits.BitField;
import org.kpackworkbench.model.format.codeobject.DescriptorBits.BitField.Kind;
import org.kpackworkbench.model.format.codeobject.DescriptorBits.BitField.Words;
import org.kpackworkbench.model.format.codeobject.DescriptorLayout.Register;
import org.kpackworkbench.model.format.codeobject.ProcessorTable.Generation;

/**
 * A kernel descriptor: the 64 bytes at {@code NAME.kd} from which the command processor starts a
 * kernel. Immutable.
 *
 * <p>See "Kernel Descriptor" in LLVM's AMDGPU usage guide.
 */
public final class KernelDescriptor {
  /** Size of every descriptor. */
  public static final int SIZE_BYTES = DescriptorLayout.SIZE_BYTES;

  private final Generation generation;
  private final ByteBuffer bytes;

  /**
   * One field, down to single bits.
   *
   * @param group the structure or register it is part of, e.g. {@code COMPUTE_PGM_RSRC1}
   * @param name its name in LLVM's AMDGPU usage guide, or {@code (reserved)}
   * @param bits its bits in the group, highest first, e.g. {@code 5:0}
   * @param byteOffset where the bytes that hold it start in the descriptor
   * @param sizeBytes how many bytes hold it
   * @param value the value; unsigned, but for the code's offset
   * @param meaning the value in words
   * @param unexpected whether it is a value that the field must not have
   */
  public record Field(
      String group,
      String name,
      String bits,
      int byteOffset,
      int sizeBytes,
      long value,
      String meaning,
      boolean unexpected) {}

  private KernelDescriptor(Generation generation, byte[] bytes) {
    this.generation = generation;
    this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Reads the descriptor at {@code offset}, laid out as {@code generation} has it. */
  public static KernelDescriptor read(ByteView view, long offset, Generation generation)
      throws FormatException {
    StructReader reader = new StructReader(view, offset, "kernel descriptor");
    return new KernelDescriptor(generation, reader.bytes("descriptor", SIZE_BYTES));
  }

  /** Returns the generation whose layout the bits follow. */
  public Generation generation() {
    return generation;
  }

  /** Local memory (LDS) of a work-group, without what is added at dispatch. */
  public long groupSegmentFixedSizeBytes() {
    return u32(DescriptorLayout.GROUP_SEGMENT_FIXED_SIZE);
  }

  /** Scratch memory of a work-item. */
  public long privateSegmentFixedSizeBytes() {
    return u32(DescriptorLayout.PRIVATE_SEGMENT_FIXED_SIZE);
  }

  /** Size of the arguments; 0 may also mean that it is not stated. */
  public long kernargSizeBytes() {
    return u32(DescriptorLayout.KERNARG_SIZE);
  }

  /** Where the code starts, counted from the descriptor's first byte; may be negative. */
  public long kernelCodeEntryByteOffset() {
    return bytes.getLong(DescriptorLayout.KERNEL_CODE_ENTRY_BYTE_OFFSET);
  }

  /** {@code KERNEL_CODE_PROPERTIES}, 16 bits. */
  public int codeProperties() {
    return u16(DescriptorLayout.KERNEL_CODE_PROPERTIES);
  }

  /** Work-items in a wave: 32 or 64. */
  public int waveSize() {
    boolean wave32 = (codeProperties() & 1 << 10) != 0;
    return wave32 && (generation.choosesWaveSize() || generation == Generation.UNKNOWN) ? 32 : 64;
  }

  /**
   * Vector registers that each work-item is given, in whole blocks; on processors that keep them in
   * one file, accumulation registers included. Empty where the processor's block is not known.
   */
  public OptionalInt vgprs() {
    int block = generation.vgprBlock(waveSize());
    return block == 0
        ? OptionalInt.empty()
        : OptionalInt.of((int) ((u32(DescriptorLayout.COMPUTE_PGM_RSRC1) & 0x3f) + 1) * block);
  }

  /** Scalar registers that each wave is given, in whole blocks; empty if no bits say so. */
  public OptionalInt sgprs() {
    int count =
        DescriptorBits.sgprCount(u32(DescriptorLayout.COMPUTE_PGM_RSRC1) >>> 6 & 0xf, generation);
    return count == 0 ? OptionalInt.empty() : OptionalInt.of(count);
  }

  /** Whether the kernel says that its stack grows as it runs. */
  public boolean usesDynamicStack() {
    return (codeProperties() & 1 << 11) != 0;
  }

  /** Whether work-groups may use both compute units of a pair; always false before gfx10. */
  public boolean workgroupProcessorMode() {
    return generation.choosesWaveSize() && (u32(DescriptorLayout.COMPUTE_PGM_RSRC1) & 1 << 29) != 0;
  }

  /**
   * Every field, down to single bits, in the order of the descriptor's bytes; no bit is left out.
   */
  public List<Field> fields() {
    List<Field> all = new ArrayList<>();
    all.add(size("GROUP_SEGMENT_FIXED_SIZE", DescriptorLayout.GROUP_SEGMENT_FIXED_SIZE));
    all.add(size("PRIVATE_SEGMENT_FIXED_SIZE", DescriptorLayout.PRIVATE_SEGMENT_FIXED_SIZE));
    all.add(size("KERNARG_SIZE", DescriptorLayout.KERNARG_SIZE));
    all.add(reserved(DescriptorLayout.RESERVED_0, 4));
    all.add(entry());
    all.add(reserved(DescriptorLayout.RESERVED_1, 20));
    for (Register register : DescriptorLayout.REGISTERS) {
      long value = register.bits() == 32 ? u32(register.offset()) : u16(register.offset());
      all.addAll(
          BitField.decode(
              register.name(),
              register.offset(),
              register.bits(),
              value,
              register.layout(),
              new Kind(generation, waveSize())));
    }
    all.add(reserved(DescriptorLayout.RESERVED_3, 4));
    return List.copyOf(all);
  }

  private Field size(String name, int offset) {
    Words words = DescriptorBits.bytes(u32(offset), new Kind(generation, waveSize()));
    return whole(name, offset, 4, u32(offset), words);
  }

  private Field entry() {
    long offset = kernelCodeEntryByteOffset();
    Words words =
        Words.fine(
            "code starts %s bytes %s the descriptor"
                .formatted(
                    Long.toUnsignedString(Math.abs(offset)), offset < 0 ? "before" : "after"));
    return whole(
        "KERNEL_CODE_ENTRY_BYTE_OFFSET",
        DescriptorLayout.KERNEL_CODE_ENTRY_BYTE_OFFSET,
        8,
        offset,
        words);
  }

  private Field reserved(int offset, int length) {
    long value = 0;
    for (int i = offset; i < offset + length; i++) {
      value |= bytes.get(i) & 0xff;
    }
    Words words = new Words(value == 0 ? "reserved" : "reserved, but not 0", value != 0);
    return whole("(reserved)", offset, length, value, words);
  }

  private static Field whole(String name, int offset, int length, long value, Words words) {
    String bits = (offset + length) * 8 - 1 + ":" + offset * 8;
    return new Field(
        "descriptor", name, bits, offset, length, value, words.text(), words.unexpected());
  }

  private long u32(int offset) {
    return bytes.getInt(offset) & 0xffffffffL;
  }

  private int u16(int offset) {
    return bytes.getShort(offset) & 0xffff;
  }

  /**
   * Something in which a kernel's descriptor and its metadata disagree.
   *
   * @param field the descriptor's field
   * @param metadata what the metadata states
   * @param descriptor what the descriptor states
   * @param sentence what differs, in a sentence for people
   */
  public record DescriptorMismatch(
      String field, String metadata, String descriptor, String sentence) {}
}
