/**
 * Splitting wheels: a host wheel whose binaries are host-only, and one wheel for each GPU with its
 * archive and its database files.
 *
 * <pre>
 * host    torch-2.9-cp312-cp312-linux_x86_64.whl      torch/lib/libtorch_hip.so, host-only
 * device  amd_torch_device_gfx942-2.9-py3-none-linux_x86_64.whl
 *                                                     torch/.kpack/torch_gfx942.kpack
 * </pre>
 *
 * <p>The host wheel names the device wheels as extras: {@code pip install 'torch[device-gfx942]'}.
 * What is in wheels is split as an artifact is ({@code operation.split}).
 */
package org.kpackworkbench.model.operation.wheel;
