package org.kpackworkbench.model.format.codeobject;

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
