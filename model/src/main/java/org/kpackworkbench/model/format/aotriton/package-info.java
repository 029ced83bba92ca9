/**
 * AOTriton's packed kernels, {@code .aks2}: a header, and one XZ stream of a directory and the
 * kernels' code objects. Numbers are little-endian and have 32 bits.
 *
 * <pre>
 * file:       "AKS2" · size of what the stream unpacks to · number of kernels · size of the directory · stream
 * stream:     directory · images
 * directory:  for each kernel: shared memory · threads of a block · offset of the image behind the directory ·
 *             size of the image · length of the name with its NUL · name
 * </pre>
 *
 * <p>The architecture is not in the file; the folder that it lies in is called after it, {@code
 * amd-gfx942}. Elsewhere it is what the code object's own header says.
 *
 * <p>Newer versions keep many such files in a ZIP archive, stored and never deflated. It is read
 * where it lies: its members are views of its bytes.
 */
package org.kpackworkbench.model.format.aotriton;
