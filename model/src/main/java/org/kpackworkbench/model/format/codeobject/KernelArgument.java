package org.kpackworkbench.model.format.codeobject;

import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.msgpack.MsgValue;

/**
 * An argument of a kernel, as the metadata describes it. Texts that are not stated are empty,
 * numbers {@link Kernel#NOT_STATED}.
 *
 * @param name its name in the source
 * @param typeName its type in the source
 * @param offset where it starts in the kernel's arguments, in bytes
 * @param sizeBytes its size
 * @param valueKind how it is passed, e.g. {@code by_value}, {@code global_buffer}, {@code hidden_…}
 * @param addressSpace for pointers, e.g. {@code global}
 * @param access what the source allows, e.g. {@code read_only}
 * @param actualAccess what the code does
 * @param pointeeAlign alignment of what a pointer points to, in bytes
 * @param qualifiers of {@code const restrict volatile pipe} those that are set
 * @param other keys that are not known, as they stand there
 */
public record KernelArgument(
    String name,
    String typeName,
    long offset,
    long sizeBytes,
    String valueKind,
    String addressSpace,
    String access,
    String actualAccess,
    long pointeeAlign,
    List<String> qualifiers,
    Map<String, MsgValue> other) {

  /** Whether the compiler added it, so that no caller passes it. */
  public boolean hidden() {
    return valueKind.startsWith("hidden_");
  }
}
