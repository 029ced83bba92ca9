/**
 * Descriptors of hip-kernel-provider and hipDNN: JSON files beside archives that say which kernel
 * of an archive computes something.
 *
 * <pre>
 * "kernel_source": {
 *   "kind": "kpack",
 *   "library":   name of the archive, from the descriptor's folder,
 *   "toc_key":   a free key of its table of contents, without an index,
 *   "symbol":    the kernel,
 *   "sha256":    of the code object, unpacked, in hexadecimal digits,
 *   "signature": [{"kind": …, "size": …, "offset": …}, …]
 * }
 * </pre>
 *
 * <p>A file may have several, at any depth; each object under that name is one.
 */
package org.kpackworkbench.model.format.kernelprovider;
